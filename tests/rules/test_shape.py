"""Five games of one shape: the same files with the same public names in every ruleset."""

from importlib import import_module
from pathlib import Path

import pytest

from rules.engine import Evaluation, GameDefinition
from rules.registry import game_definition, slugs

SHAPE = {
    "__init__": "RULESET",
    "options": "Options",
    "cards": "Cards",
    "decks": "check_deck",
    "state": "State",
    "setup": "set_up",
    "ending": "scores",
    "actions": "Actions",
    "effects": "Effects",
    "prompts": "Prompts",
    "frames": "Frames",
    "words": "SUMMARY WORDS",
    "view": "Game game",
    "board": "BOARD",
    "card_uses": "CARD_USES",
    "revelations": "REVELATIONS",
    "evaluation": "EVALUATION",
    "scorecard": "Scorecard VERSION score_tables tally",
    "knowledge.memory": "Memory new_memory update_memory",
    "knowledge.worlds": "determinize",
    "knowledge.redeal": "redeal",
}
"""Module -> the names that it must have."""
LONGEST_DEFINITION = 84


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("module", SHAPE)
def test_every_ruleset_has_the_files_and_names_of_the_shape(slug: str, module: str) -> None:
    path = f"rules.{slug}" if module == "__init__" else f"rules.{slug}.{module}"

    loaded = import_module(path)

    assert [name for name in SHAPE[module].split() if not hasattr(loaded, name)] == []


@pytest.mark.parametrize("slug", slugs())
def test_a_definition_names_what_its_files_declare(slug: str) -> None:
    game = game_definition(slug)

    def declared(module: str, name: str) -> object:
        return getattr(import_module(f"rules.{slug}.{module}"), name)

    assert isinstance(game, GameDefinition)
    assert isinstance(game.evaluation, Evaluation)
    assert (game.slug, game.options_type, game.state_type) == (
        slug, declared("options", "Options"), declared("state", "State"),
    )  # fmt: skip
    for field, module, name in (
        ("action_types", "actions", "Actions"),
        ("effect_types", "effects", "Effects"),
        ("prompt_types", "prompts", "Prompts"),
        ("passable_prompts", "prompts", "PassablePrompts"),
        ("frame_types", "frames", "Frames"),
        ("game_type", "view", "Game"),
        ("game", "view", "game"),
        ("board", "board", "BOARD"),
        ("card_uses", "card_uses", "CARD_USES"),
        ("check_deck", "decks", "check_deck"),
        ("set_up", "setup", "set_up"),
        ("scores", "ending", "scores"),
        ("scorecard_type", "scorecard", "Scorecard"),
        ("scorecard_version", "scorecard", "VERSION"),
        ("tally", "scorecard", "tally"),
        ("score_tables", "scorecard", "score_tables"),
        ("memory_type", "knowledge.memory", "Memory"),
        ("update_memory", "knowledge.memory", "update_memory"),
        ("determinize", "knowledge.worlds", "determinize"),
        ("redeal", "knowledge.redeal", "redeal"),
    ):
        assert getattr(game, field) == declared(module, name), field


@pytest.mark.parametrize("slug", slugs())
def test_a_ruleset_imports_itself_relatively_so_that_its_folder_can_be_copied(slug: str) -> None:
    folder = Path(str(import_module(f"rules.{slug}").__file__)).parent

    absolute = [file.name for file in folder.rglob("*.py") if f"rules.{slug}" in file.read_text()]

    assert absolute == []
    assert len((folder / "__init__.py").read_text().splitlines()) <= LONGEST_DEFINITION
