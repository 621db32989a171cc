from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Also what a script of ours imports is named after what is in it.

    Django's own switch for it would read htmx's files too, and their comments name what is no file.
    """

    _, _imports = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("scoreboard/*.js", _imports))
