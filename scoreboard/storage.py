import re

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

COMMENT = re.compile(rb"^ *//.*\n", re.MULTILINE)


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Also what a script of ours imports is named after what is in it.

    Django's own switch for it would read htmx's files too, and their comments name what is no file.
    """

    _, _imports = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("scoreboard/*.js", _imports))

    def _save(self, name: str, content: File) -> str:
        """Our comments are for builders: a phone does without, and has 4 kB less to fetch."""
        if name.startswith("scoreboard/") and name.endswith(".js"):
            whole = b"".join(part for part in content.chunks())
            content = ContentFile(COMMENT.sub(b"", whole))
        return super()._save(name, content)
