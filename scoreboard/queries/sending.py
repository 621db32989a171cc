"""The ways to send a session to somebody: plain links, so that nobody is told before the tap."""

from dataclasses import dataclass
from urllib.parse import quote, urlencode

from django.utils.translation import gettext


@dataclass(frozen=True)
class Way:
    name: str
    address: str

    @property
    def is_mail(self) -> bool:
        """A mail program opens beside the page by itself."""
        return self.address.startswith("mailto:")


def ways_to_send(*, link: str, sentence: str, subject: str, in_public: bool = True) -> list[Way]:
    """What may be sent on to anybody: `in_public` ones too, where everybody reads it."""
    both = f"{sentence}\n{link}"
    mail = {"subject": subject, "body": f"{sentence}\r\n\r\n{link}"}
    to_somebody = [
        Way("WhatsApp", asking("https://wa.me/", text=both)),
        Way(gettext("E-mail"), asking("mailto:", **mail)),
        Way("Telegram", asking("https://t.me/share/url", url=link, text=sentence)),
    ]
    to_everybody = [
        Way("X", asking("https://x.com/intent/post", text=sentence, url=link)),
        Way("Facebook", asking("https://www.facebook.com/sharer/sharer.php", u=link)),
    ]
    return [*to_somebody, *to_everybody] if in_public else to_somebody


def asking(address: str, **given: str) -> str:
    # Spaces as %20: mail programs show a plus as one.
    return f"{address}?{urlencode(given, quote_via=quote, safe='')}"
