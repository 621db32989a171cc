"""Editions of one's own for tests, and what the page sends that makes or changes one."""

import json

from rules.editions import TABLES
from scoreboard.actions.editions import make_edition
from scoreboard.models import OwnEdition, Playgroup
from tests.scoreboard.people import EVENING, a_key


def table_of(key: str = "classic-108") -> dict:
    return json.loads((TABLES / f"{key}.json").read_text(encoding="utf-8"))


def own_edition(playgroup: Playgroup, like: str = "classic-108", **changed) -> OwnEdition:
    table = table_of(like) | changed
    name = table["names"]["en"]
    return make_edition(playgroup=playgroup, name=name, table=table, key=a_key(), at=EVENING)


def edition_fields(table: dict, **changed) -> dict[str, str]:
    """The form of that table as the page sends it; `changed` by field, `cards-3-points` as
    `cards_3_points`."""
    sides = table.get("sides") or {"": {"cards": table["cards"]}}
    fields = {
        "name": table["names"]["en"],
        "target": table["target"],
        "most_players": table["players"][1],
        "dealt": table["dealt"],
        "hand_limit": table.get("hand_limit"),
        "knock_out_bonus": table.get("knock_out_bonus"),
        "last_card_draws": "on" if table["last_card_draws"] else None,
    }
    for side, of_side in sides.items():
        fields |= face_fields(f"cards{side}", of_side["cards"])
    fields |= {
        word.replace("cards_", "cards-").replace("_", "-")
        if word.startswith("cards_")
        else word: value
        for word, value in changed.items()
    }
    return {word: str(value) for word, value in fields.items() if value is not None}


def face_fields(prefix: str, cards: list[dict]) -> dict[str, object]:
    fields: dict[str, object] = {
        f"{prefix}-TOTAL_FORMS": len(cards),
        f"{prefix}-INITIAL_FORMS": len(cards),
    }
    for place, card in enumerate(cards):
        fields |= {
            f"{prefix}-{place}-face": card["face"],
            f"{prefix}-{place}-name": card["names"]["en"],
            f"{prefix}-{place}-coloured": "on" if card["colours"] else None,
            f"{prefix}-{place}-copies": card["copies"],
            f"{prefix}-{place}-points": card["points"],
            f"{prefix}-{place}-draws": card.get("draws"),
        }
    return fields
