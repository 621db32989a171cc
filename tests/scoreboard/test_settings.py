"""What an installation sets: understood, or refused in one line that says what to set."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
TOLD = """
import json
from scoreboard import settings
names = (
    "DATABASES", "DEBUG", "ALLOWED_HOSTS", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS",
    "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE", "DEFAULT_TIME_ZONE",
    "SESSION_COOKIE_AGE", "CSRF_TRUSTED_ORIGINS", "DEFAULT_FROM_EMAIL",
)
told = {name: getattr(settings, name) for name in names}
told |= {name: value for name, value in vars(settings).items() if name.startswith("EMAIL_")}
print(json.dumps(told, default=str))
"""


def run(*command: str, **environment: str) -> subprocess.CompletedProcess:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, *command],
        cwd=PROJECT,
        env=kept | {"SECRET_KEY": "s" * 50} | environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


def settings_with(**environment: str) -> dict:
    done = run("-c", TOLD, **environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def refused(**environment: str) -> str:
    """The one line with which manage.py stops."""
    done = run("manage.py", "check", **environment)
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("tafelstand: ")
    return line


def test_without_a_database_url_it_is_a_file_of_the_project():
    database = settings_with()["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == str(PROJECT / "var" / "tafelstand.sqlite3")


def test_a_file_elsewhere(tmp_path):
    found = settings_with(DATABASE_URL=f" sqlite:///{tmp_path}/scores.sqlite3 ")
    assert found["DATABASES"]["default"]["NAME"] == f"{tmp_path}/scores.sqlite3"


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        (
            "postgresql://anna:s3cr%2Ft@db.example:5433/scores",
            ["anna", "s3cr/t", "db.example", "5433", "scores"],
        ),
        ("postgres://anna@db/scores", ["anna", "", "db", "", "scores"]),
        ("postgresql:///scores?host=/run/postgresql", ["", "", "/run/postgresql", "", "scores"]),
        ("postgresql://[::1]:5432/scores", ["", "", "::1", "5432", "scores"]),
    ],
)
def test_the_forms_of_a_postgresql_address(url, parts):
    database = settings_with(DATABASE_URL=url)["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert [database[word] for word in ("USER", "PASSWORD", "HOST", "PORT", "NAME")] == parts


def test_more_is_passed_on_to_postgresql():
    url = "postgresql://anna@db/scores?sslmode=require&connect_timeout=5"
    options = settings_with(DATABASE_URL=url)["DATABASES"]["default"]["OPTIONS"]
    assert options == {"sslmode": "require", "connect_timeout": "5"}


@pytest.mark.parametrize(
    "url",
    [
        "mysql://anna@db/scores",
        "sqlite://scores.sqlite3",
        "sqlite:///scores.sqlite3",
        "scores.sqlite3",
        "postgresql://anna@db/",
        "postgresql://",
        "postgresql://anna@db/scores?nonsense=1",
        "postgresql://anna:%zz@db/scores",
        "postgresql://[::1/scores",
        "postgresql:/scores",
    ],
)
def test_an_address_that_is_none_is_refused_in_one_line(url):
    assert "DATABASE_URL" in refused(DATABASE_URL=url)


def test_a_password_is_not_told_when_its_address_is_refused():
    assert "hunter2" not in refused(DATABASE_URL="postgresql://anna:hunter2@db/scores?nonsense=1")
    assert "hunter2" not in refused(DATABASE_URL="mysql://anna:hunter2@db/scores")


def test_a_folder_that_is_not_there_is_said():
    line = refused(DATABASE_URL="sqlite:////nowhere/at/all/scores.sqlite3")
    assert "/nowhere/at/all" in line


@pytest.mark.parametrize(
    "url", ["postgresql://127.0.0.1:1/scores", "postgresql://127.0.0.1:99999/scores"]
)
def test_a_database_that_does_not_answer_is_said_in_one_line(url):
    done = run("manage.py", "migrate", DATABASE_URL=url)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("tafelstand: ")
    assert "DATABASE_URL" in line


def test_a_folder_in_place_of_a_file_is_said_in_one_line(tmp_path):
    done = run("manage.py", "migrate", DATABASE_URL=f"sqlite:///{tmp_path}")
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("tafelstand: ")


MAIL = ("BACKEND", "HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_TLS", "USE_SSL")


@pytest.mark.parametrize(
    ("url", "told"),
    [
        (
            "smtp://anna:s3cr%2Ft@mail.example:2525",
            ["smtp", "mail.example", 2525, "anna", "s3cr/t", True, False],
        ),
        ("smtp://mail.example", ["smtp", "mail.example", 587, "", "", True, False]),
        (
            "smtps://anna%40a.example:x@mail.example",
            ["smtp", "mail.example", 465, "anna@a.example", "x", False, True],
        ),
        ("console:", ["console"]),
        ("", ["console"]),
    ],
)
def test_the_ways_that_e_mail_goes(url, told):
    found = settings_with(EMAIL_URL=url)
    mail = [found[f"EMAIL_{name}"] for name in MAIL if f"EMAIL_{name}" in found]
    assert mail[0] == f"django.core.mail.backends.{told[0]}.EmailBackend"
    assert mail[1:] == told[1:]


@pytest.mark.parametrize(
    "url",
    [
        *("mail.example:587", "http://mail.example", "smtp:mail.example", "smtp://", "smtp://:587"),
        *("smtp://anna:hunter2@mail.example:x", "smtp://anna:hunter2@[::1", "console"),
    ],
)
def test_a_way_for_e_mail_that_is_none_is_refused_in_one_line(url):
    line = refused(EMAIL_URL=url)
    assert "EMAIL_URL is not understood" in line
    assert "hunter2" not in line


def test_e_mails_come_from_whom_one_says():
    told = settings_with(EMAIL_FROM="Riet <riet@a.example>")
    assert told["DEFAULT_FROM_EMAIL"] == "Riet <riet@a.example>"


@pytest.mark.parametrize("key", ["", "   "])
def test_without_a_secret_key_nothing_starts(key):
    assert "SECRET_KEY is missing" in refused(SECRET_KEY=key)


def test_for_debugging_a_secret_key_is_not_asked_for():
    assert settings_with(SECRET_KEY="", DEBUG="1")["DEBUG"] is True


@pytest.mark.parametrize("name", ["DEBUG", "PLAIN_HTTP"])
@pytest.mark.parametrize("value", ["true", "2", ""])
def test_a_flag_is_0_or_1(name, value):
    line = refused(**{name: value})
    assert name in line
    assert repr(value) in line


def test_a_flag_that_is_not_set_is_off():
    assert settings_with()["DEBUG"] is False
    assert settings_with(DEBUG=" 0 ")["DEBUG"] is False


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../../etc/passwd", "europe/amsterdam", "CEST"])
def test_a_time_zone_that_nobody_knows_is_refused(zone):
    line = refused(DEFAULT_TIME_ZONE=zone)
    assert "DEFAULT_TIME_ZONE" in line
    assert repr(zone) in line


def test_the_time_zone_is_amsterdam_s_unless_another_is_set():
    assert settings_with()["DEFAULT_TIME_ZONE"] == "Europe/Amsterdam"
    other = settings_with(DEFAULT_TIME_ZONE="America/Los_Angeles")
    assert other["DEFAULT_TIME_ZONE"] == "America/Los_Angeles"


def test_cookies_and_pages_go_over_https_only():
    found = settings_with()
    flags = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE")
    assert [found[name] for name in (*flags, "SECURE_SSL_REDIRECT")] == [True] * 4
    assert found["SECURE_HSTS_SECONDS"] >= 365 * 24 * 3600


@pytest.mark.parametrize("name", ["PLAIN_HTTP", "DEBUG"])
def test_at_a_kitchen_table_plain_http_will_do(name):
    found = settings_with(**{name: "1"})
    assert (found["SESSION_COOKIE_SECURE"], found["SECURE_SSL_REDIRECT"]) == (False, False)
    assert found["SECURE_HSTS_SECONDS"] == 0


def test_lists_are_written_with_commas():
    found = settings_with(
        ALLOWED_HOSTS="a.example, b.example,", CSRF_TRUSTED_ORIGINS="https://a.example"
    )
    assert found["ALLOWED_HOSTS"] == ["a.example", "b.example"]
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://a.example"]
    assert settings_with()["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]


def test_django_finds_nothing_wrong_with_a_deployment():
    secret = "aB3$xY7!" * 8
    mail = "smtps://score:keeper@mail.example.org"
    checks = ("check", "--deploy", "--fail-level", "WARNING")
    done = run("manage.py", *checks, SECRET_KEY=secret, EMAIL_URL=mail)
    assert done.returncode == 0, done.stderr


def test_every_setting_is_in_the_readme():
    code = (PROJECT / "scoreboard" / "settings.py").read_text()
    code += (PROJECT / "scoreboard/management/commands/serve.py").read_text()
    names = set(re.findall(r'(?:env(?:_flag|_list)?|environ\.get)\("([A-Z_]+)"', code))
    assert names >= {"SECRET_KEY", "DATABASE_URL", "FORWARDED_ALLOW_IPS"}
    readme = (PROJECT / "README.md").read_text()
    assert [name for name in sorted(names) if f"`{name}`" not in readme] == []


def test_the_package_needs_what_the_lock_is_made_from():
    package = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    asked = (PROJECT / "requirements" / "run.in").read_text().split()
    assert sorted(package["dependencies"]) == sorted(asked)
