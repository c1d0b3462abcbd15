"""Compose file and Dockerfile name only what the code has, and all that it needs."""

import importlib
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

ROOT = Path(settings.BASE_DIR)
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
SITE_PROGRAMS = {"prepare", "web", "worker", "beat", "inbound"}
DOCKERFILE = (ROOT / "Dockerfile").read_text()
REQUIRED = {"SECRET_KEY", "SEED_KEY", "DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS"}


def variables_read_by(*files: Path) -> set[str]:
    """Names of the environment variables that these files read."""
    pattern = re.compile(r'(?:env\.\w+|environ\.get|environ\.setdefault)\(\s*"([A-Z_]+)"')
    return {name for file in files for name in pattern.findall(file.read_text())}


READ = variables_read_by(
    *(ROOT / "eclipse_site" / "settings").glob("*.py"),
    ROOT / "eclipse_site" / "healthcheck.py",
    ROOT / "eclipse_site" / "run.py",
)


def test_compose_has_every_program_and_server() -> None:
    assert SITE_PROGRAMS | {"postgres", "valkey", "mailcatcher"} == set(SERVICES)
    assert SERVICES["postgres"]["image"] == "postgres:18"
    assert SERVICES["mailcatcher"]["profiles"] == ["development"]


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_every_service_has_a_health_check(name: str) -> None:
    check = SERVICES[name]["healthcheck"]
    # The preparation ends; its success is what the others wait for.
    assert check == {"disable": True} if name == "prepare" else check["test"]


@pytest.mark.parametrize("name", sorted(SITE_PROGRAMS))
def test_variables_of_a_program_are_read_by_the_settings_and_complete(name: str) -> None:
    variables = set(SERVICES[name]["environment"])
    assert variables - READ == set()
    assert REQUIRED - variables == set()


def test_only_the_preparation_knows_the_owners_password() -> None:
    for name in SITE_PROGRAMS - {"prepare"}:
        assert "OWNER_PASSWORD" not in str(SERVICES[name])
    assert "DATABASE_ADMIN_URL" in SERVICES["prepare"]["environment"]


@pytest.mark.parametrize("name", sorted(SITE_PROGRAMS - {"web"}))
def test_command_of_a_program_exists(name: str) -> None:
    command = SERVICES[name]["command"]
    if command[0] == "celery":
        assert command[1] == "--app"
        application = importlib.import_module(command[2]).celery_app
        assert command[3] in {"worker", "beat"}
        assert application.main == "eclipse_site"
    else:
        assert command[:2] == ["python", "manage.py"]
        assert command[2] in get_commands()


def test_scheduled_tasks_exist() -> None:
    from eclipse_site import celery_app

    celery_app.loader.import_default_modules()
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["task"] in celery_app.tasks


def test_services_wait_for_services_that_exist() -> None:
    for service in SERVICES.values():
        assert set(service.get("depends_on", {})) <= set(SERVICES)


def test_secrets_of_the_compose_file_have_no_default() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    for name in ("SECRET_KEY", "SEED_KEY", "OWNER_PASSWORD", "APP_PASSWORD"):
        assert re.search(rf"\$\{{{name}:\?", text)
        assert not re.search(rf"\$\{{{name}:-", text)


def test_image_is_built_in_stages_and_runs_as_an_ordinary_user() -> None:
    instructions = re.findall(r"^([A-Z]+) (.*)$", DOCKERFILE, re.MULTILINE)
    assert sum(name == "FROM" for name, _ in instructions) == 2
    user = [value for name, value in instructions if name == "USER"][-1]
    assert user not in {"root", "0"}
    assert re.search(rf"useradd .*\b{user}$", DOCKERFILE, re.MULTILINE)
    assert any(name == "HEALTHCHECK" for name, _ in instructions)


def test_what_the_image_copies_exists_and_passes_the_ignore_file() -> None:
    allowed = {
        line[1:]
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line.startswith("!")
    }
    copied = set()
    for line in re.findall(r"^COPY (?!--from)(.*)$", DOCKERFILE, re.MULTILINE):
        copied |= set(line.split()[:-1])
    for name in copied:
        assert (ROOT / name).exists()
        assert name in allowed
    assert {"manage.py", "requirements.txt", "rules", "games", "notifications"} <= copied


def test_image_starts_a_server_that_exists_with_variables_that_exist() -> None:
    module = re.search(r'CMD \["gunicorn", "([\w.]+)"', DOCKERFILE)
    assert module is not None
    assert callable(importlib.import_module(module[1]).application)
    build = re.search(r"^RUN ((?:[A-Z_]+=\S+ |\\\n *)+)python manage.py", DOCKERFILE, re.MULTILINE)
    assert build is not None
    assert set(re.findall(r"([A-Z_]+)=", build[1])) == REQUIRED


def test_packages_that_the_image_drops_are_requirements() -> None:
    dropped = re.search(r"pip uninstall --yes (.*)$", DOCKERFILE, re.MULTILINE)
    assert dropped is not None
    requirements = (ROOT / "requirements.txt").read_text()
    for package in dropped[1].split():
        assert re.search(rf"^{package}==", requirements, re.MULTILINE)


def test_operators_guide_explains_every_variable_that_is_read() -> None:
    guide = (ROOT / "eclipse_site" / "docs" / "operations.md").read_text()
    internal = {"DJANGO_SETTINGS_MODULE", "PYTEST_XDIST_WORKER"}
    explained = set(re.findall(r"`([A-Z][A-Z_]+)`", guide))
    assert READ - internal - explained == set()


def test_requirement_files_pin_with_hashes_and_name_no_index() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        text = (ROOT / name).read_text()
        packages = re.findall(r"^[a-z0-9].*?(?=^[a-z0-9#]|\Z)", text, re.MULTILINE | re.DOTALL)
        assert packages
        for package in packages:
            assert re.match(r"[a-z0-9.\[\],_-]+==\S+ ", package)
            assert "--hash=sha256:" in package
        assert not re.search(r"index-url|find-links|trusted-host|://", text)
