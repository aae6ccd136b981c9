"""The promises of the deployed stack: docker-compose.yml and Dockerfile."""

import re
import shlex
import subprocess
import sys
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest
import yaml
from django.conf import settings

from replay.limits import MOST_IMPORT_BYTES
from tests.layers.rooms import ROOMS

ROOT = Path(settings.BASE_DIR)
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]
PROXY = (ROOT / "config" / "proxy" / "nginx.conf").read_text()
BRIDGE = "match-hooks"
LASTING = [name for name in SERVICES if name != "migrate"]
OURS = ["migrate", "web", "streams", "worker", "background", "files", "hooks", "mail", "beat"]
DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")


def schema_check(file: Path) -> subprocess.CompletedProcess[str]:
    command = ["-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(file)]
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False)


def test_the_file_fits_the_schema_of_compose(tmp_path: Path) -> None:
    assert schema_check(ROOT / "docker-compose.yml").returncode == 0

    broken = tmp_path / "docker-compose.yml"
    broken.write_text((ROOT / "docker-compose.yml").read_text().replace("healthcheck:", "health_check:"))
    assert schema_check(broken).returncode != 0


def test_the_services_are_those_of_the_deployed_shape() -> None:
    assert set(SERVICES) == {"proxy", "postgres", "redis", "backup", *OURS}
    assert SERVICES["web"]["command"][:3] == ["granian", "--interface", "wsgi"]
    assert SERVICES["streams"]["command"][:3] == ["granian", "--interface", "asginl"]


def test_whoever_waits_or_is_waited_for_leaves_threads_to_those_who_work() -> None:
    command = SERVICES["web"]["command"]
    threads = int(command[command.index("--blocking-threads") + 1])

    assert threads / 2 >= settings.TRANSFERS_AT_ONCE
    assert threads - settings.TRANSFERS_AT_ONCE - settings.WAITERS_AT_ONCE >= 3 * settings.WORK_AT_ONCE
    assert command[command.index("--http") + 1] == "1" and "--respawn-failed-workers" in command


def test_every_web_process_has_an_address_of_its_own() -> None:
    """So the proxy can send all moves of a match to the same one."""
    command = SERVICES["web"]["command"]

    assert command[command.index("--workers") + 1] == "1"
    assert SERVICES["web"]["deploy"]["replicas"] == 2


@pytest.mark.parametrize("name", LASTING)
def test_a_service_is_watched_limited_and_started_again(name: str) -> None:
    service = SERVICES[name]

    assert service["healthcheck"]["test"] and service["healthcheck"]["interval"]
    assert service["restart"] == "unless-stopped"
    assert set(service["deploy"]["resources"]["limits"]) == {"memory", "cpus"}


def test_nothing_starts_before_the_tables_are_there() -> None:
    assert SERVICES["migrate"]["restart"] == "no"
    for name in OURS[1:]:
        conditions = {on: needs["condition"] for on, needs in SERVICES[name]["depends_on"].items()}
        assert conditions == {
            "postgres": "service_healthy",
            "redis": "service_healthy",
            "migrate": "service_completed_successfully",
        }


@pytest.mark.parametrize("name", OURS)
def test_what_is_ours_may_change_and_gain_nothing(name: str) -> None:
    service = SERVICES[name]

    assert service["read_only"] is True and service["tmpfs"] == ["/tmp"]
    assert service["cap_drop"] == ["ALL"] and service["security_opt"] == ["no-new-privileges:true"]
    assert "user" not in service and "privileged" not in service


SECRETS = (
    "POSTGRES_PASSWORD",
    "SECRET_KEY",
    "SEED_SEALING_KEY",
    "ROOT_SIGNING_KEY",
    "ALLOWED_HOSTS",
    "CSRF_TRUSTED_ORIGINS",
    "TLS_FOLDER",
)


def test_secrets_come_from_the_environment_or_nothing_starts() -> None:
    text = (ROOT / "docker-compose.yml").read_text()

    for secret in SECRETS:
        used = re.findall(rf"\$\{{{secret}\b([^}}]*)\}}", text)
        assert used and set(used) == {f":?set {secret}"}
    assert all(SERVICES[name]["environment"] == SERVICES["web"]["environment"] for name in OURS)


def test_only_the_proxy_is_reached_from_outside_and_only_it_reaches_the_web() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    networks = {name: service["networks"] for name, service in SERVICES.items()}
    assert [name for name, joined in networks.items() if "outside" in joined] == ["proxy", "web", "streams"]
    for outward in ("mail", "hooks"):
        assert [name for name, joined in networks.items() if outward in joined] == [outward]
    assert "inside" not in networks["proxy"] and all(
        "inside" in networks[name] for name in ("web", "streams", "postgres", "redis")
    )
    filtered = {"driver_opts": {"com.docker.network.bridge.name": BRIDGE}}
    assert COMPOSE["networks"] == {"outside": {}, "inside": {"internal": True}, "mail": {}, "hooks": filtered}


def test_the_manual_filters_the_network_of_webhooks() -> None:
    manual = (ROOT / "docs" / "operations.md").read_text()
    rules = re.findall(r"^ +iptables -I DOCKER-USER -i (\S+) -d (\S+) -j REJECT$", manual, re.MULTILINE)

    assert {bridge for bridge, _ in rules} == {BRIDGE} and len(BRIDGE) <= 15  # The longest name that Linux allows.
    private = ("10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1")
    assert all(any(ip_address(ip) in ip_network(network) for _, network in rules) for ip in private)


def test_the_proxy_may_change_nothing_and_has_the_configuration_that_is_tried() -> None:
    proxy = SERVICES["proxy"]

    assert proxy["read_only"] is True and proxy["cap_drop"] == ["ALL"]
    assert proxy["security_opt"] == ["no-new-privileges:true"] and proxy["user"] != "0"
    assert "./config/proxy/nginx.conf:/etc/nginx/nginx.conf:ro" in proxy["volumes"]
    assert [port.rpartition(":")[2] for port in proxy["ports"]] == [*re.findall(r"listen (\d+) ssl", PROXY), "8080"]
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in PROXY
    bodies = [int(most) for most in re.findall(r"client_max_body_size (\d+)m", PROXY)]
    assert min(bodies) * 2**20 > settings.DATA_UPLOAD_MAX_MEMORY_SIZE and max(bodies) * 2**20 > MOST_IMPORT_BYTES


def test_the_image_runs_as_nobody_in_particular_and_has_what_it_runs() -> None:
    lines = [line.split(maxsplit=1) for line in DOCKERFILE.splitlines() if line.strip() and not line.startswith("#")]
    last = [rest for verb, rest in lines if verb == "USER"]

    assert last == ["app"] and "--uid 10001" in DOCKERFILE
    assert lines.index(["USER", "app"]) > max(place for place, (verb, _) in enumerate(lines) if verb in ("COPY", "RUN"))
    copied = {rest.split()[-1] for verb, rest in lines if verb == "COPY"}
    assert {*ROOMS, "./"} <= copied
    assert shlex.split(lines[-1][1].strip("[]").replace(",", " ")) == SERVICES["web"]["command"]


def test_no_secret_is_left_in_the_image() -> None:
    assert not re.search(r"^(ENV|ARG)\b.*(SECRET_KEY|SEALING_KEY|SIGNING_KEY|PASSWORD)", DOCKERFILE, re.MULTILINE)
