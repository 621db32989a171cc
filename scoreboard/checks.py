"""What Django's own `check --deploy` does not know of: a server with any of it does not start."""

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register


@register(Tags.security, deploy=True)
def reached_by_its_own_names(app_configs, **kwargs) -> list[CheckMessage]:
    """Links in e-mails begin with the name that a browser sent, which anybody may make up."""
    if any(host.startswith(("*", ".")) for host in settings.ALLOWED_HOSTS):
        text = "ALLOWED_HOSTS lets any name through; list the names under which it is reached."
        return [Error(text, id="tafelstand.E001")]
    return []


@register(Tags.security, deploy=True)
def mail_goes_somewhere(app_configs, **kwargs) -> list[CheckMessage]:
    """Nobody could sign up, or get back in: the codes would be lost in a log."""
    if settings.EMAIL_BACKEND.endswith("console.EmailBackend") and not settings.EMAIL_URL:
        text = "EMAIL_URL is missing; set it to smtp://user:password@host:587, or to console:"
        return [Error(text, id="tafelstand.E002")]
    return []
