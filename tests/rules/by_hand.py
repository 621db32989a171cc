"""A session scored as one does it on paper: slowly, all of it again for every round.

Written from the scoring rules and not from the code, as a second reader. It knows the values
(setups, seats, rounds, hands, editions) and nothing of how `rules` works them out.
"""

from dataclasses import dataclass, field

LOWEST_WINS = ("everyone-keeps", "knockout")
NOTHING_HELD = (None, 0, 0)


@dataclass
class Line:
    """One line of the sheet: what was written down for a round."""

    number: int
    counts: bool
    points: dict = field(default_factory=dict)
    gained: dict = field(default_factory=dict)
    dealer: str | None = None
    faults: list = field(default_factory=list)


@dataclass
class Sheet:
    """The whole sheet, and what one reads at the bottom of it."""

    totals: dict
    ranks: dict
    finished: bool
    winners: tuple
    ended_by_round: int | None
    knocked_out: tuple
    next_dealer: str | None
    left: tuple
    lines: list


def score(setup, rounds, closed=False):
    lines, ended = [], None
    for number, round_ in enumerate(rounds, 1):
        playing = who_plays(setup, lines, number)
        faults = faults_of(setup, round_, playing, after_the_end=ended is not None)
        if ended is not None or faults:
            lines.append(Line(number, False, faults=faults))
            continue
        points = points_of(setup, round_, playing)
        gained = dict.fromkeys(playing, 0) | gained_in(setup, round_, points)
        dealer = round_.dealer or whose_deal(setup, lines, playing)
        lines.append(Line(number, True, points, gained, dealer))
        ended = number if ends_by_rule(setup, lines) else None
    return bottom_of(setup, lines, ended, closed)


# --- who is there ---------------------------------------------------------------------------------


def keys(setup):
    return [seat.player for seat in setup.seats]


def seat_at(setup, key):
    return next(seat for seat in setup.seats if seat.player == key)


def counted(lines):
    return [line for line in lines if line.counts]


def total_of(setup, lines, key):
    return seat_at(setup, key).start_points + sum(
        line.gained.get(key, 0) for line in counted(lines)
    )


def joined(setup, lines):
    last = max((line.number for line in counted(lines)), default=0)
    return [s.player for s in setup.seats if s.from_round == 1 or s.from_round <= last]


def out_in(setup, lines, key):
    """The round in which a knockout was over for this seat."""
    if setup.scoring == "knockout":
        for place, line in enumerate(lines):
            total = total_of(setup, lines[: place + 1], key)
            if key in line.gained and total >= setup.target:
                return line.number
    return None


def has_left(setup, lines, key, is_open):
    last_played = seat_at(setup, key).to_round
    if last_played is None or out_in(setup, lines, key):
        return False
    later = any(line.number > last_played for line in counted(lines))
    return later or (is_open and last_played <= len(lines))


def who_plays(setup, lines, number):
    return [
        seat.player
        for seat in setup.seats
        if seat.from_round <= number
        and (seat.to_round is None or seat.to_round >= number)
        and not out_in(setup, lines, seat.player)
    ]


def team_of(setup, key):
    return seat_at(setup, key).team or key


def same_team(setup, one, other):
    return team_of(setup, one) == team_of(setup, other)


def teams_of(setup, some):
    return list(dict.fromkeys(team_of(setup, key) for key in some))


# --- what a round brings --------------------------------------------------------------------------


def worth(setup, side, face):
    if face in setup.card_points:
        return setup.card_points[face]
    cards = setup.edition.sides[side] if setup.edition.sides else setup.edition.cards
    return next(card.points for card in cards if card.face == face)


def hand_worth(setup, side, hand):
    if hand.cards is None:
        return hand.points
    values = [worth(setup, side, card.face) for card in hand.cards]
    return None if None in values else sum(values)


def opponents_at_the_end(setup, round_, playing):
    return [
        key
        for key in playing
        if not same_team(setup, key, round_.winner) and key not in round_.knocked_out
    ]


def points_of(setup, round_, playing):
    if round_.gained:
        return {}
    hands = {
        key: hand_worth(setup, round_.side, round_.hands[key])
        for key in opponents_at_the_end(setup, round_, playing)
        if round_.hands.get(key) is not None
    }
    return {key: points for key, points in hands.items() if points is not None}


def gained_in(setup, round_, points):
    winner, bonus = round_.winner, setup.edition.knock_out_bonus
    if setup.scoring == "round-wins":
        return {winner: 1}
    if setup.scoring in LOWEST_WINS:
        return {**points, **dict.fromkeys(round_.knocked_out, bonus)}
    if round_.gained:
        return dict(round_.gained)
    beaten = [key for key in round_.knocked_out if not same_team(setup, key, round_.winner)]
    return {winner: sum(points.values()) + sum(bonus for _ in beaten)}


# --- the end --------------------------------------------------------------------------------------


def standing_teams(setup, lines, is_open):
    """Teams, or seats, that have joined and neither left nor are out."""
    here = joined(setup, lines)
    return [
        team
        for team in teams_of(setup, here)
        if not all(
            has_left(setup, lines, key, is_open)
            for key in keys(setup)
            if team_of(setup, key) == team
        )
        and not any(out_in(setup, lines, key) for key in here if team_of(setup, key) == team)
    ]


def team_total(setup, lines, team):
    here = [key for key in joined(setup, lines) if team_of(setup, key) == team]
    return sum(total_of(setup, lines, key) for key in here)


def deserted(setup, lines):
    """Whether a knockout ended because too few stay for a next round."""
    return (
        setup.scoring == "knockout"
        and len(standing_teams(setup, lines, is_open=False)) > 1
        and len(who_plays(setup, lines, len(lines) + 1)) < 2
    )


def ends_by_rule(setup, lines):
    standing = standing_teams(setup, lines, is_open=False)
    if setup.scoring == "knockout":
        return len(standing) == 1 or deserted(setup, lines)
    teams = teams_of(setup, joined(setup, lines))
    reached = setup.target is not None and any(
        team_total(setup, lines, team) >= setup.target for team in teams
    )
    if setup.max_rounds is not None and len(counted(lines)) >= setup.max_rounds:
        reached = True
    tied = len(best_of(setup, lines, standing)) > 1
    return reached and not (tied and setup.ties == "play-on")


def best_of(setup, lines, teams):
    totals = {team: team_total(setup, lines, team) for team in teams}
    if not totals:
        return []
    best = min(totals.values()) if setup.scoring in LOWEST_WINS else max(totals.values())
    return [team for team in teams if totals[team] == best]


def bottom_of(setup, lines, ended, closed):
    played = [line for line in counted(lines) if ended is None or line.number <= ended]
    upto = lines if ended is None else lines[:ended]
    is_open = (ended is None and not closed) or (ended is not None and deserted(setup, upto))
    here, finished = joined(setup, lines), ended is not None or closed
    best = best_of(setup, lines, standing_teams(setup, upto, is_open))
    playing = who_plays(setup, lines, len(lines) + 1)
    nobody = finished or len(teams_of(setup, playing)) < 2
    outs = [key for key in keys(setup) if out_in(setup, lines, key)]
    return Sheet(
        totals={key: total_of(setup, lines, key) for key in here},
        ranks=ranks_of(setup, upto, is_open),
        finished=finished,
        winners=tuple(key for key in here if finished and played and team_of(setup, key) in best),
        ended_by_round=played[-1].number if finished and played else None,
        knocked_out=tuple(sorted(outs, key=lambda key: out_in(setup, lines, key))),
        next_dealer=None if nobody else whose_deal(setup, lines, playing),
        left=tuple(key for key in here if has_left(setup, upto, key, is_open)),
        lines=lines,
    )


def ranks_of(setup, lines, is_open):
    """One more than the number of teams that are better."""
    teams = teams_of(setup, joined(setup, lines))
    better = {
        team: sum(is_better(setup, lines, is_open, other, team) for other in teams)
        for team in teams
    }
    return {key: better[team_of(setup, key)] + 1 for key in joined(setup, lines)}


def is_better(setup, lines, is_open, one, other):
    def group(team):
        members = [key for key in keys(setup) if team_of(setup, key) == team]
        if all(has_left(setup, lines, key, is_open) for key in members):
            return "left", max(seat_at(setup, key).to_round for key in members)
        if out_in(setup, lines, members[0]):
            return "out", out_in(setup, lines, members[0])
        return "in", 0

    (kind, when), (other_kind, other_when) = group(one), group(other)
    if kind != other_kind:
        return ["in", "out", "left"].index(kind) < ["in", "out", "left"].index(other_kind)
    if when != other_when:
        return when > other_when
    mine, theirs = team_total(setup, lines, one), team_total(setup, lines, other)
    return mine < theirs if setup.scoring in LOWEST_WINS else mine > theirs


def whose_deal(setup, lines, playing):
    """The deal goes round the table, from whoever dealt last."""
    dealt = [line.dealer for line in counted(lines)]
    order = keys(setup)
    place = order.index(dealt[-1]) + 1 if dealt else order.index(setup.first_dealer or order[0])
    while order[place % len(order)] not in playing:
        place += 1
    return order[place % len(order)]


# --- what makes no sense --------------------------------------------------------------------------


def is_number(value, most):
    is_whole = type(value) is int or (type(value) is float and value == value // 1)
    return is_whole and 0 <= value <= most


def faults_of(setup, round_, playing, after_the_end):
    """Code and place of everything broken, in no particular order."""
    faults = []
    absent = [] if after_the_end else [key for key in keys(setup) if key not in playing]

    def takes_part(key, where):
        if key not in keys(setup):
            faults.append(("unknown-seat", where))
        elif key in absent:
            faults.append(("seat-not-playing", where))

    if len(teams_of(setup, playing)) < 2 and not after_the_end:
        faults.append(("too-few-playing", ""))
    if round_.winner in (None, ""):
        faults.append(("no-winner", "winner"))
    else:
        takes_part(round_.winner, "winner")
    if round_.dealer is not None:
        takes_part(round_.dealer, "dealer")
    if setup.edition.sides and round_.side is None:
        faults.append(("side-missing", "side"))
    elif round_.side is not None and round_.side not in setup.edition.sides:
        faults.append(("unknown-side", "side"))
    last_left = is_last_one_left(round_, playing)
    last = None if last_left else round_.last_card
    if last is not None and not is_in_the_box(setup, round_.side, last):
        faults.append(("unknown-card", "last_card"))
    faults += faults_of_gained(setup, round_)
    if round_.knocked_out and setup.edition.knock_out_bonus is None:
        faults.append(("bad-knock-out", "knocked_out"))
    else:
        for place, key in enumerate(round_.knocked_out):
            takes_part(key, f"knocked_out[{place}]")
            if key == round_.winner or key in round_.knocked_out[:place]:
                faults.append(("bad-knock-out", f"knocked_out[{place}]"))
    for key, hand in round_.hands.items():
        if key not in keys(setup):
            faults.append(("unknown-seat", f"hands.{key}"))
        elif hand is not None:
            takes_part(key, f"hands.{key}")
            found = faults_in_hand(setup, round_.side, f"hands.{key}", hand)
            if last_left or key in round_.knocked_out:
                found = [fault for fault in found if fault[0] == "unknown-card"]
            faults += found
    present = [key for key in keys(setup) if key not in absent]
    return faults + faults_of_holding(setup, round_, playing, present, after_the_end)


def is_last_one_left(round_, playing):
    others = [key for key in playing if key != round_.winner]
    return bool(others) and all(key in round_.knocked_out for key in others)


def faults_of_gained(setup, round_):
    if round_.gained and setup.scoring != "winner-collects":
        return [("bad-number", "gained")]
    faults = []
    for key, points in round_.gained.items():
        if key not in keys(setup):
            faults.append(("unknown-seat", f"gained.{key}"))
        elif key != round_.winner or not is_number(points, 1_000_000):
            faults.append(("bad-number", f"gained.{key}"))
    return faults


def is_in_the_box(setup, side, card):
    sides = setup.edition.sides
    if sides and side not in sides:
        return any(is_in_the_box(setup, each, card) for each in sides)
    faces = sides[side] if sides else setup.edition.cards
    return any(f.face == card.face and card.colour in (None, *f.colours) for f in faces)


def faults_in_hand(setup, side, where, hand):
    faults = []
    for place, card in enumerate(hand.cards or ()):
        if not is_in_the_box(setup, side, card):
            faults.append(("unknown-card", f"{where}.cards[{place}]"))
    if hand.points is not None and not is_number(hand.points, 1_000_000):
        faults.append(("bad-number", f"{where}.points"))
    if hand.cards_left is not None and not is_number(hand.cards_left, 1_000):
        faults.append(("bad-number", f"{where}.cards_left"))
    if hand.cards is None or faults:
        return faults
    if hand.cards_left not in (None, len(hand.cards)):
        faults.append(("bad-number", f"{where}.cards_left"))
    side_is_fine = side in setup.edition.sides if setup.edition.sides else True
    if side_is_fine and hand.points is not None:
        points = hand_worth(setup, side, hand)
        if points is not None and points != hand.points:
            faults.append(("bad-number", f"{where}.points"))
    return faults


def faults_of_holding(setup, round_, playing, present, after_the_end):
    """Who must hold something and who must not; not asked where it is no matter."""
    winner, out = round_.winner, round_.knocked_out
    if is_last_one_left(round_, playing):
        return []
    if setup.scoring == "winner-collects" and winner in round_.gained:
        return []
    faults = []
    for key in present:
        hand = round_.hands.get(key)
        size = (
            None if hand is None else len(hand.cards) if hand.cards is not None else hand.cards_left
        )
        where = f"hands.{key}"
        if key == winner:
            if hand is not None and any(
                is_above_0(n) for n in (size, hand.points, hand.cards_left)
            ):
                faults.append(("winner-holds-cards", where))
        elif (
            winner not in keys(setup) or key in out or team_of(setup, key) == team_of(setup, winner)
        ):
            continue
        elif setup.scoring != "round-wins" and not after_the_end and tells_nothing(hand):
            faults.append(("hand-missing", where))
        elif hand is not None and size == 0:
            is_nothing = (hand.cards, hand.points, hand.cards_left) == NOTHING_HELD
            if setup.scoring == "winner-collects" or not is_nothing:
                faults.append(("empty-hand", where))
    return faults


def is_above_0(value):
    return is_number(value, 10**9) and value > 0


def tells_nothing(hand):
    return hand is None or (hand.cards is None and hand.points is None)
