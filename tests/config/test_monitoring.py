"""Alert rules and dashboard: Prometheus accepts the rules, each fires when it should, and all metrics exist."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.test import Client

from matches import metrics
from players.mail import mails

FOLDER = Path(settings.BASE_DIR) / "config" / "monitoring"
RULES = [rule for group in yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"] for rule in group["rules"]]
PANELS = json.loads((FOLDER / "dashboard.json").read_text())["panels"]


def promtool(*arguments: str | Path) -> str:
    if shutil.which("promtool") is None and os.environ.get("CI") != "true":
        pytest.skip("promtool is not on this machine")
    ran = subprocess.run(["promtool", *arguments], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.processes
def test_prometheus_reads_the_rules() -> None:
    assert f"{len(RULES)} rules found" in promtool("check", "rules", FOLDER / "alerts.yml")


FIRES: dict[str, dict[str, str]] = {
    "LogDoesNotVerify": {"match_verify_failures_total": "0+0x30 1+0x30"},
    "BotsDoNotAct": {"match_queue_age_seconds": "90+0x60"},
    "PartitionsRunOut": {"match_log_partition_months": "1+0x60"},
    "NoMetrics": {},
    "WorkWaits": {'match_waiting_seconds{work="files"}': "1000+0x60"},
    "RequestsFail": {
        'http_request_seconds_count{status="200"}': "0+90x60",
        'http_request_seconds_count{status="503"}': "0+10x60",
    },
    "RequestsAreSlow": {
        'http_request_seconds_bucket{le="1"}': "0+0x60",
        'http_request_seconds_bucket{le="5"}': "0+10x60",
        'http_request_seconds_bucket{le="+Inf"}': "0+10x60",
    },
    "NewsIsLate": {
        'match_news_seconds_bucket{le="0.5"}': "0+0x60",
        'match_news_seconds_bucket{le="2"}': "0+10x60",
        'match_news_seconds_bucket{le="+Inf"}': "0+10x60",
    },
    "MailFails": {'match_mails_total{result="failed"}': "0+1x60"},
    "WebhooksFail": {'match_webhook_attempts_total{result="failed"}': "0+3x60"},
    "BotsFail": {"match_bot_failures_total": "0+1x60"},
    "WorkGivenUp": {'match_set_aside_total{what="import"}': "0+1x60"},
    "LeaguePaused": {"match_leagues_paused_total": "0+1x60"},
    "DealsAreVoid": {'match_league_voids_total{by="nobody"}': "0+1x60"},
    "SweepFindsWork": {'match_sweep_found_total{what="bots"}': "0+60x60"},
    "MessagesExpire": {"match_messages_expired_total": "0+1x60"},
    "ReplicaNotUsed": {"match_replica_in_use": "0+0x60"},
}


@pytest.mark.processes
@pytest.mark.parametrize("alert", [rule["alert"] for rule in RULES])
def test_an_alert_fires_when_it_should_and_not_in_peace(alert: str, tmp_path: Path) -> None:
    peace = {"match_queue_age_seconds": "0+0x60", 'http_request_seconds_count{status="200"}': "0+60x60"}
    told = {"match_queue_age_seconds": "0+0x60", **FIRES[alert]} if alert != "NoMetrics" else {}

    def asked(series: dict[str, str], fires: bool) -> dict[str, Any]:
        rule = f'ALERTS{{alertname="{alert}", alertstate="firing"}} > bool 0'
        return {
            "interval": "1m",
            "input_series": [{"series": name, "values": values} for name, values in series.items()],
            "promql_expr_test": [
                {
                    "expr": f"count({rule})",
                    "eval_time": "50m",
                    "exp_samples": [{"labels": "{}", "value": 1}] if fires else [],
                }
            ],
        }

    (tmp_path / "test.yml").write_text(
        yaml.safe_dump(
            {"rule_files": [str(FOLDER / "alerts.yml")], "tests": [asked(told, fires=True), asked(peace, fires=False)]}
        )
    )

    promtool("test", "rules", tmp_path / "test.yml")


@pytest.mark.django_db
def test_rules_and_dashboard_ask_for_metrics_that_there_are() -> None:
    metrics.moves.labels("raid", "player")
    metrics.sweep_found.labels("bots")
    mails.labels("failed")
    text = Client().get("/metrics").content.decode()
    served = set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE))
    asked = {rule["expr"] for rule in RULES} | {target["expr"] for panel in PANELS for target in panel["targets"]}

    named = {name for expr in asked for name in re.findall(r"\b((?:match|http)_\w+)", expr)}

    assert named
    assert {name for name in named if re.sub(r"_(bucket|count)$", "", name) not in served} == set()


def test_the_manual_says_what_to_do_about_each_metric_of_an_alert() -> None:
    manual = (Path(settings.BASE_DIR) / "docs" / "operations.md").read_text(encoding="utf-8")
    watched = manual[manual.index("## What to watch") :]

    named = {re.search(r"\b((?:match|http)_\w+?)(_bucket|_count)?\b", rule["expr"])[1] for rule in RULES}

    assert {name for name in named if name not in watched} == set()
