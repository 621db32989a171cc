"""Sweeps what nobody comes back to; to be run once a day, by cron or the like."""

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone

from scoreboard import limits
from scoreboard.actions.accounts import sweep


class Command(BaseCommand):
    help = (
        "Deletes the playgroups of guests who stayed away for 90 days, as they were told, and"
        " logins and counters that have ended. Nothing of an account is ever swept."
    )

    def handle(self, **options) -> None:
        swept = sweep(at=timezone.now())
        limits.forget_old()
        call_command("clearsessions")
        self.stdout.write("Swept " + ", ".join(f"{n} {what}" for what, n in swept.items()) + ".")
