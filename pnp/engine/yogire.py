"""YOGIRE, played: each card is a permanent, a one-shot and an enemy, and what it does is read from its effects.

An effect of the data is a list of verbs, `do: [{draw: 2}]`, each of which a method here carries out, `_verb_draw`. What is still
to be done is the agenda of a state, the next step first; a step that needs a choice, or chance, offers it and waits. One
player against the deck, so that nothing is hidden but the order of cards.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Any, ClassVar

from pnp.engine.decks_and_dice import UNSEEN, with_cards, without
from pnp.engine.game_rules import Event, GameRules, Move
from pnp.engine.yogire_table import Deck, Step, Table, YogireBox


class Yogire(YogireBox, GameRules[Table]):
    """The rules over the data of a box."""

    def start(self) -> Table:
        """Return the table before the cards are shuffled."""
        deal = [("deal", "theirs")] * self.enemies + [("deal", "active")] * self.active
        deal += [("deal", "hand")] * self.hand
        state = Table(
            Deck(pool=tuple(self.cards)), Deck(), visibility=self.visibility, agenda=(*deal, ("begin",))
        )
        return self._run(state)

    def _step_deal(self, state: Table, to: str) -> Table:
        """Deal a card; those of the setup trigger nothing (A26, A32)."""
        deck = state.theirs if to == "active" else state.mine
        return self._chance(state, "deal", [(to, card) for card in deck.next_cards()], "dealt")

    def _step_begin(self, state: Table) -> Table:
        return self._next(state, ("settle",))

    def _step_dealt(self, state: Table, to: str, card: str) -> Table:
        if to == "active":
            return state._replace(theirs=state.theirs.without(card), active=(*state.active, card))
        state = state._replace(mine=state.mine.without(card))
        if to == "hand":
            return state._replace(hand=with_cards(state.hand, card))
        return state._replace(theirs=Deck(pool=with_cards(state.theirs.pool, card)))

    # The agenda.

    def _run(self, state: Table) -> Table:
        while True:
            if not (any(state.mine) and any(state.theirs)):
                # A deck that has run out is renewed from its discard (X6).
                if not any(state.mine) and state.discard:
                    mine = Deck(pool=tuple(sorted(state.discard)))
                    state = state._replace(mine=mine, discard=(), renewals=state.renewals + 1)
                if not any(state.theirs) and state.enemy_discard:
                    state = state._replace(
                        theirs=Deck(pool=tuple(sorted(state.enemy_discard))), enemy_discard=()
                    )
            foes = state.active or state.enemy_discard or any(state.theirs)
            if not foes and state.agenda[-1:] != (("begin",),):  # dealt
                return state._replace(phase="over", won=True, agenda=())  # A27
            if state.renewals > self.renewals:  # A44
                return self._lost(state)
            if state.phase != "act" or not state.agenda:
                return state
            (name, *how), vars(state)["agenda"] = state.agenda[0], state.agenda[1:]  # nobody else has it yet
            state = getattr(self, "_step_" + name)(state, *how)

    def _choice(self, state: Table, verb: str, options: Iterable[Move], step: str, *first: Any) -> Table:
        """Let the player choose what `step` is called with, after `first`; without options nothing happens (A34, A41)."""
        options, agenda = tuple(options), ((step, *first), *state.agenda)
        return state._replace(phase="choose", verb=verb, options=options, agenda=agenda) if options else state

    def _chance(self, state: Table, verb: str, options: Iterable[Move], step: str) -> Table:
        choice = self._choice(state, verb, options, step)
        return choice._replace(phase="chance") if choice.options else state

    def _next(self, state: Table, *steps: Step) -> Table:
        return state._replace(agenda=(*steps, *state.agenda)) if steps else state

    chances = ("chance",)
    rulings: ClassVar[Mapping[str, str]] = {
        "fill": "A1",
        "drop_hand": "A38",
        "next": "A24",
        "ignore": "A28",
        "destroy": "A22",
        "use": "A31",
        "attack": "A6",
    }

    def chooser(self, state: Table) -> int:  # noqa: ARG002 - there is one
        """Return the player's seat."""
        return 0

    def _in_choose(self, state: Table) -> Iterator[Move]:
        return ((state.verb, *option) for option in state.options)

    _in_chance = _in_choose

    def sample(self, state: Table, random: Random) -> Move:
        """Return a card that comes next."""
        return (state.verb, *random.choices(state.options)[0])

    def apply(self, state: Table, move: Move) -> Table:
        """Return the table after a move: a choice, or a thing that the player does."""
        if state.phase in ("choose", "chance"):
            step, *rest = state.agenda
            chosen = state._replace(phase="act", verb="", options=(), agenda=((*step, *move[1:]), *rest))
            return self._run(chosen)
        return self._run(super().apply(state._replace(triggered=()), move))

    # What the player can do.

    def _in_act(self, state: Table) -> Iterator[Move]:
        plays = [play for card in state.hand for play in self._plays(state, card)]
        yield from plays
        if state.armed:
            yield from (("attack", enemy) for enemy in state.active)
        if not state.hand:
            yield ("fill",)
            return
        for card in state.permanents:  # A31
            price = self.permanent[card].pay
            if "discard_whole_hand" in price and state.hand:
                yield ("use", card)
            if "discard_hand" in price and not self.permanent[card].on:
                yield from (("use", card, given) for given in state.hand)
            if "may_discard_permanent" in self.permanent[card].amount:
                yield from (("use", card, given) for given in state.permanents)
        if not plays:  # A38
            yield ("drop_hand",)

    def _plays(self, state: Table, card: str) -> Iterator[Move]:
        rest = without(state.hand, card)
        if self._fits(state, card):
            cost = self.permanent[card].cost
            yield from (("permanent", card, *paid) for paid in self._payments(state, rest, cost))
        cost = self.oneshot[card].cost
        for paid in self._payments(state, rest, cost):
            others = without(rest, *(card_id for card_id in paid if card_id != "instead"))
            if "play_with" in self.oneshot[card].amount:  # A23
                together = list(self._together(state, others))
                yield from (("oneshot", card, *paid, *how) for how in together or [()])  # A41
                continue
            yield from (("oneshot", card, *paid, *how[1:]) for how in self._oneshot_ways(state, card, others))

    def _together(self, state: Table, others: Sequence[str]) -> Iterator[Move]:
        """Yield the cards that can be played for nothing, with what is left of the hand (A23)."""
        for other in others:
            if self._fits(state, other):
                yield ("with", other, "permanent")
            ways = self._oneshot_ways(state, other, without(others, other))
            yield from (("with", other, *how) for how in ways)

    def _oneshot_ways(self, state: Table, card: str, others: Sequence[str]) -> Iterator[Move]:
        """Yield how a one-shot can be played with so many cards left in hand: what it takes, and not past the limit."""
        drawn = self.oneshot[card].amount.get("draw", 0)
        if drawn and len(others) + drawn > self.hand_limit(state):  # A17
            return
        if "discard_permanent" in self.oneshot[card].pay:
            yield from (("oneshot", "giving", permanent) for permanent in state.permanents)
        else:
            yield ("oneshot",)

    def _fits(self, state: Table, card: str) -> bool:
        """Say whether the computation units are there for one more permanent (A2, A3, A4)."""
        if not self.permanent[card].units:
            return True
        needed = sum([self.permanent[other].units for other in (card, *state.permanents)])
        return needed <= self.total("permanent", state.permanents, "supply")

    def _payments(self, state: Table, others: Sequence[str], cost: int) -> Iterator[Move]:
        """Yield the cards that pay a cost; a permanent lets pay less, "instead" of a card that is discarded (A30)."""
        yield from combinations(others, cost)
        if cost > 1 and self.total("permanent", state.permanents, "may_pay_less"):
            yield from ((*paid[:-1], "instead", paid[-1]) for paid in permutations(others, cost))

    def _do_fill(self, state: Table) -> Table:
        """Fill an empty hand, which has its price (A1, X4), and is something new that cards react to (A14)."""
        steps = [*[("lose_card",)] * self.price, ("fill_hand",), ("wind_up",)]
        return self._next(state._replace(triggered=()), *steps)

    def _do_drop_hand(self, state: Table) -> Table:
        discard = with_cards(state.discard, *state.hand)
        return self._next(state._replace(discard=discard, hand=()), ("settle",))

    def _lost(self, state: Table) -> Table:
        return state._replace(phase="over", won=False, agenda=())

    def _do_permanent(self, state: Table, card: str, *paid: str) -> Table:
        state = self._paid(state._replace(hand=without(state.hand, card)), paid)
        return self._next(state, *self._paid_events(paid), ("set_up", card), ("settle",))

    def _price(self, how: Sequence[str]) -> int:
        return next((at for at, word in enumerate(how) if word in ("with", "giving")), len(how))

    def _do_oneshot(self, state: Table, card: str, *how: str) -> Table:
        paid, rest = how[: self._price(how)], how[self._price(how) :]
        state = self._paid(state._replace(hand=without(state.hand, card)), paid)
        steps = [*self._paid_events(paid)]
        if rest[:1] == ("with",):
            other, part, *more = rest[1:]
            state = state._replace(hand=without(state.hand, other))
            if part == "permanent":
                steps.append(("set_up", other))
            else:
                steps += self._oneshot_steps(other, more[1:])
            steps.append(("spent", card))
        else:
            steps += self._oneshot_steps(card, rest[1:])
        return self._next(state, *steps, ("settle",))

    def _oneshot_steps(self, card: str, given: Sequence[str]) -> list[Step]:
        """Return what a one-shot does: what it takes, its verbs, the discard, and then what reacts to it (A40)."""
        steps: list[Step] = [("discard_permanent", permanent) for permanent in given]
        steps += [("verb", card, verb, value) for verb, value in self.oneshot[card].do]
        steps.append(("spent", card))
        if self.oneshot[card].touches:  # A19
            steps.append(("event", "touch_enemy_deck"))
        return steps

    def _paid(self, state: Table, paid: Sequence[str]) -> Table:
        cards = tuple(paid[: paid.index("instead")] if "instead" in paid else paid)
        return self._given_up(state._replace(hand=without(state.hand, *cards)), *cards)

    def _given_up(self, state: Table, *cards: str) -> Table:
        """Put cards into the enemy discard, or out of the game while the enemy has no cards (G037)."""
        if state.theirs.cards or state.enemy_discard:
            return state._replace(enemy_discard=with_cards(state.enemy_discard, *cards))
        return state._replace(gone=(*state.gone, *cards))

    def _paid_events(self, paid: Sequence[str]) -> list[Step]:
        """Return what paying triggers (A18); a card instead is discarded first (A40), as it may be gone afterwards."""
        if "instead" in paid:
            return [("discard_card", paid[-1]), ("event", "pay")]
        return [("event", "pay")] if paid else []

    def _do_attack(self, state: Table, enemy: str) -> Table:
        """Aim at one enemy (A6); what an attack triggers happens before strengths are compared (A7)."""
        return self._next(state._replace(attacked=enemy), ("event", "attack"), ("strike",), ("settle",))

    def _do_use(self, state: Table, card: str, *given: str) -> Table:
        price = self.permanent[card].pay
        steps: list[Step] = [("verb", card, verb, value) for verb, value in self.permanent[card].do]
        if "discard_whole_hand" in price:
            discarded = state._replace(discard=with_cards(state.discard, *state.hand), hand=())
            return self._next(discarded, ("event", "discard"), *steps, ("settle",))
        if "discard_hand" in price:
            return self._next(state, ("discard_card", given[0]), *steps, ("settle",))
        return self._next(state, ("discard_permanent", given[0]), ("settle",))

    def _step_settle(self, state: Table) -> Table:
        """End a thing that was done; an attack with the last cards of the hand still belongs to it (A1)."""
        state = state._replace(attacked="")
        if not state.hand and state.armed and state.active:
            return state
        return self._next(state, ("wind_up",))

    def _step_wind_up(self, state: Table) -> Table:
        """Let an enemy come when none is left (A43), then fill an empty hand."""
        if not state.active and state.theirs.cards:
            return self._next(state, ("activate",), ("wind_up",))
        return state if state.hand else self._do_fill(state)

    def _step_lose_card(self, state: Table) -> Table:
        cards = state.mine.next_cards()
        return self._chance(state, "lose", zip(cards), "card_lost") if cards else self._lost(state)

    def _step_card_lost(self, state: Table, card: str) -> Table:
        return self._given_up(state._replace(mine=state.mine.without(card), renewals=0), card)

    def _step_fill_hand(self, state: Table) -> Table:
        missing = self.hand_limit(state) - len(state.hand)
        return self._next(state, ("verb", "", "draw", missing)) if missing > 0 else self._lost(state)

    def _step_set_up(self, state: Table, card: str) -> Table:
        """Lay a permanent on the table; it does not react to itself (A39)."""
        datacenter = "supply" in self.permanent[card].amount
        reactions = self._triggered(state, "play_permanent" + " play_datacenter" * datacenter)
        return self._next(state._replace(permanents=(*state.permanents, card)), *reactions)

    def _step_spent(self, state: Table, card: str) -> Table:
        return state._replace(discard=with_cards(state.discard, card))

    def _step_strike(self, state: Table) -> Table:
        """Compare the attack with the strength; either way it is used up (A5)."""
        enemy, attack = state.attacked, state.attack
        state = state._replace(attack=0, armed=False)
        if enemy in state.active and attack >= self.strength(state, enemy):
            return self._next(state, ("destroy", enemy))
        return state

    def _step_destroy(self, state: Table, enemy: str) -> Table:
        """An enemy leaves the game; what that triggers happens (A20)."""
        state = state._replace(active=without(state.active, enemy), gone=(*state.gone, enemy), renewals=0)
        return self._next(state, *self._triggered(state, "enemy_destroyed", "destroyed", enemy))

    def _step_event(self, state: Table, name: str) -> Table:
        return self._next(state, *self._triggered(state, name))

    def _triggered(self, state: Table, name: str, of_itself: str = "", enemy: str = "") -> list[Step]:
        """Return the step in which cards react, if any: those in play now, not those that come because of it (A39).

        `enemy` is the one that it happens to, and reacts if its own effect is named `of_itself`.
        """
        names = name.split()
        able = [("permanent", card) for card in state.permanents if self.permanent[card].on in names]
        able += [("enemy", card) for card in state.active if self.enemy[card].on in names]
        if enemy and self.enemy[enemy].on == of_itself:
            able.append(("enemy" if enemy in state.active else "itself", enemy))
        return [("reactions", *able)] if able else []

    def _step_reactions(self, state: Table, *waiting: tuple[str, str]) -> Table:
        """Let cards react that are still in play, in the order that the player chooses (A24), each once (A14)."""
        in_play = {"permanent": state.permanents, "enemy": state.active}
        able = [
            (part, card)
            for part, card in waiting
            if card not in state.triggered and (part == "itself" or card in in_play[part])
        ]
        if len(able) < 2:
            return self._step_react(state, *able[0]) if able else state
        return self._choice(self._next(state, ("reactions", *able)), "next", able, "react")

    def _step_react(self, state: Table, part: str, card: str) -> Table:
        """Let a card react; a permanent may ignore what an enemy does (A28)."""
        state = state._replace(triggered=(*state.triggered, card))
        effect = "permanent" if part == "permanent" else "enemy"
        steps: list[Step] = [("verb", card, verb, value) for verb, value in self.parts[effect][card].do]
        shields = [
            permanent
            for permanent in state.permanents
            if effect == "enemy" and "cancel" in self.permanent[permanent].amount
        ]
        if not shields:
            return self._next(state, *steps)
        waiting = self._next(state, ("suffer", *steps))
        return self._choice(waiting, "ignore", [("no",), *((shield,) for shield in shields)], "ignored")

    def _step_ignored(self, state: Table, shield: str) -> Table:
        if shield == "no":
            return state
        return self._next(state._replace(agenda=state.agenda[1:]), ("discard_permanent", shield))

    _step_suffer = _next

    def _step_become_seen(self, state: Table) -> Table:
        """Let enemies become active until there are as many as the visibility says (X2)."""
        if len(state.active) < self.seen(state) and state.theirs.cards:
            return self._next(state, ("activate",), ("become_seen",))
        return state

    def _step_seen_with(self, state: Table, card: str) -> Table:
        return self._next(state, ("become_seen",)) if card in state.active else state

    def _step_activate(self, state: Table) -> Table:
        """Let the top card of the enemy deck become active (A25), or one of two that a permanent shows."""
        sorters = [card for card in state.permanents if self.permanent[card].on == "before_enemy_activated"]
        sorters = [card for card in sorters if card not in state.triggered]
        if sorters and state.theirs.cards:
            state = state._replace(triggered=(*state.triggered, sorters[0]))
            number = self.permanent[sorters[0]].amount["choose_enemy"]
            unseen = max(0, number - len(state.theirs.top))
            return self._next(state, *[("look", "theirs")] * unseen, ("choose_enemy", number))
        return self._chance(state, "activate", zip(state.theirs.next_cards()), "activated")

    def _step_look(self, state: Table, deck: str) -> Table:
        return self._chance(state, "see", [(deck, card) for card in getattr(state, deck).pool], "seen")

    def _step_seen(self, state: Table, deck: str, card: str) -> Table:
        rest = getattr(state, deck).without(card)
        return state._replace(**{deck: rest._replace(top=(*rest.top, card))})

    def _step_choose_enemy(self, state: Table, number: int) -> Table:
        cards = (*state.theirs.top, *state.theirs.bottom)[:number]
        return self._choice(
            state, "choose", [(card, *without(cards, card)) for card in cards], "chosen_enemy"
        )

    def _step_chosen_enemy(self, state: Table, card: str, *others: str) -> Table:
        rest = state.theirs.without(card, *others)
        theirs = Deck((card, *rest.top), rest.pool, (*rest.bottom, *others))
        return self._next(state._replace(theirs=theirs), ("activate",))

    def _step_activated(self, state: Table, card: str) -> Table:
        """An enemy has become active; it reacts to that alone (A39), and permanents do."""
        state = state._replace(theirs=state.theirs.without(card), active=(*state.active, card))
        rises = [("seen_with", card)] if "visibility_higher" in self.enemy[card].amount else []
        return self._next(state, *self._triggered(state, "enemy_activated", "activated", card), *rises)

    def _step_discard_card(self, state: Table, card: str) -> Table:
        """Discard a card from the hand, which triggers what discards trigger (A33)."""
        state = state._replace(hand=without(state.hand, card), discard=with_cards(state.discard, card))
        return self._next(state, ("event", "discard"))

    def _step_discard_permanent(self, state: Table, card: str) -> Table:
        if card not in state.permanents:
            return state
        permanents, discard = without(state.permanents, card), with_cards(state.discard, card)
        return self._next(state._replace(permanents=permanents, discard=discard), ("event", "discard"))

    def _step_verb(self, state: Table, card: str, verb: str, value: Any) -> Table:
        after: Table = getattr(self, f"_verb_{verb}")(state, card, value)
        return after

    # What the verbs of effects do.

    def _verb_draw(self, state: Table, _: str, number: int) -> Table:
        """Draw cards, as one draw (A15): sort before each, react after all, and what is over the limit last (A16)."""
        return self._next(state, *[("before_card",), ("draw_one",)] * number, ("drew",))

    def _step_before_card(self, state: Table) -> Table:
        """Let permanents sort before a card is drawn, also those that have sorted before another (A14)."""
        triggered = tuple(card for card in state.triggered if self.permanent[card].on != "before_draw")
        return self._next(state._replace(triggered=triggered), ("event", "before_draw"))

    def _step_drew(self, state: Table) -> Table:
        over = len(state.hand) > self.hand_limit(state)
        return self._next(state, ("event", "draw draw_over_limit" if over else "draw"))

    _verb_draw_more = _verb_draw

    def _step_draw_one(self, state: Table) -> Table:
        """Draw a card; whoever has to and has none left has lost (A29)."""
        cards = state.mine.next_cards()
        return self._chance(state, "draw", zip(cards), "drawn") if cards else self._lost(state)

    def _step_drawn(self, state: Table, card: str) -> Table:
        return state._replace(mine=state.mine.without(card), hand=(*state.hand, card))

    def _verb_surplus_to_enemy_deck(self, state: Table, _: str, __: int) -> Table:
        surplus = state.hand[self.hand_limit(state) :]
        theirs = state.theirs._replace(top=(*reversed(surplus), *state.theirs.top))
        return state._replace(hand=state.hand[: self.hand_limit(state)], theirs=theirs)

    def _verb_attack(self, state: Table, _: str, number: int) -> Table:
        return state._replace(attack=state.attack + number, armed=True)

    def _verb_boost(self, state: Table, _: str, number: int) -> Table:
        return state._replace(attack=state.attack + number)

    def _verb_raise_visibility(self, state: Table, _: str, number: int) -> Table:  # A35, A11, A9
        return self._next(state._replace(visibility=state.visibility + number), ("become_seen",))

    def _verb_raise_visibility_by_strength(self, state: Table, card: str, number: int) -> Table:
        strength = self.strength(state, state.attacked) if state.attacked in state.active else 0
        return self._verb_raise_visibility(state, card, number * strength)  # A8

    def _verb_lower_visibility(self, state: Table, _: str, number: int) -> Table:
        return state._replace(visibility=max(0, state.visibility - number))  # A10

    def _verb_activate_enemies(self, state: Table, _: str, number: int) -> Table:
        return self._next(state, *[("activate",)] * number)  # A37

    def _verb_destroy_enemy(self, state: Table, _: str, __: str) -> Table:
        """Destroy the weakest enemy, the player's choice of several (A22)."""
        least = min((self.strength(state, enemy) for enemy in state.active), default=0)
        weakest = [(enemy,) for enemy in state.active if self.strength(state, enemy) == least]
        return self._choice(state, "destroy", weakest, "destroy")

    def _verb_discard_enemy(self, state: Table, _: str, __: int) -> Table:
        return self._choice(state, "send_away", zip(state.active), "enemy_away")

    def _step_enemy_away(self, state: Table, enemy: str) -> Table:
        """Put an enemy into the enemy discard; it is not destroyed (A21)."""
        discard = with_cards(state.enemy_discard, enemy)
        return state._replace(active=without(state.active, enemy), enemy_discard=discard)

    def _verb_return_enemy(self, state: Table, _: str, __: int) -> Table:
        return self._choice(state, "return", zip(state.active), "defected")

    def _verb_keep_destroyed(self, state: Table, _: str, __: int) -> Table:
        """Put the enemy destroyed last into the own discard (X5)."""
        return state._replace(gone=state.gone[:-1], discard=with_cards(state.discard, *state.gone[-1:]))

    def _verb_discard_self(self, state: Table, card: str, _: int) -> Table:
        return self._next(state, ("discard_permanent", card))

    def _verb_discard_hand(self, state: Table, _: str, number: int) -> Table:
        state = self._next(state, *[("verb", "", "discard_hand", 1)] * (number - 1))
        return self._choice(state, "discard", zip(state.hand), "discard_card")

    def _verb_discard_permanent(self, state: Table, _: str, __: int) -> Table:
        return self._choice(state, "discard", zip(state.permanents), "discard_permanent")

    def _verb_deck_to_enemy_deck(self, state: Table, _: str, __: int) -> Table:
        return self._chance(state, "defect", zip(state.mine.next_cards()), "defected")

    def _verb_random_hand_to_enemy_deck(self, state: Table, _: str, __: int) -> Table:
        return self._chance(state, "defect", zip(state.hand), "hand_defected")

    def _step_defected(self, state: Table, card: str) -> Table:
        """Lay a card from the own deck or hand, or an active enemy, on top of the enemy deck (A13)."""
        hand, active = (tuple([it for it in cards if it != card]) for cards in (state.hand, state.active))
        theirs = state.theirs._replace(top=(card, *state.theirs.top))
        return state._replace(mine=state.mine.without(card), hand=hand, active=active, theirs=theirs)

    _step_hand_defected = _step_defected

    def _verb_play_with(self, state: Table, _: str, __: int) -> Table:
        """Do nothing: such a verb is a part of the move, or shuffles cards that have no order anyway."""
        return state

    _verb_may_discard_permanent = _verb_shuffle_discard = _verb_play_with

    def _verb_search_enemy_deck(self, state: Table, _: str, __: int) -> Table:
        return self._choice(state, "take", zip(sorted(state.theirs.cards)), "taken")

    def _verb_search_deck(self, state: Table, _: str, __: int) -> Table:
        return self._choice(state, "take", zip(sorted(state.mine.cards)), "taken")  # A36

    def _verb_search_discard(self, state: Table, _: str, __: int) -> Table:
        return self._choice(state, "take", zip(state.discard), "taken")

    def _step_taken(self, state: Table, card: str) -> Table:
        return state._replace(
            theirs=state.theirs.without(card),
            mine=state.mine.without(card),
            discard=tuple(other for other in state.discard if other != card),
            hand=with_cards(state.hand, card),
        )

    def _verb_shuffle_enemy_deck(self, state: Table, _: str, __: int) -> Table:
        return state._replace(theirs=state.theirs.shuffled())

    def _verb_shuffle_deck(self, state: Table, _: str, __: int) -> Table:
        return state._replace(mine=state.mine.shuffled())

    def _verb_peek_enemy(self, state: Table, _: str, __: int) -> Table:
        if not state.theirs.top:
            return self._next(state, ("look", "theirs"), ("peeked",))
        return self._next(state, ("peeked",))

    def _step_peeked(self, state: Table) -> Table:
        card = next(iter(state.theirs.next_cards()), "")
        return self._choice(state, "put", [("leave", card), ("bottom", card)] if card else [], "put")

    def _step_put(self, state: Table, where: str, card: str) -> Table:
        if where == "leave":
            return state
        rest = state.theirs.without(card)
        return state._replace(theirs=rest._replace(bottom=(*rest.bottom, card)))

    def _verb_sort(self, state: Table, _: str, how: Mapping[str, int]) -> Table:
        number = min(int(how["n"]), len(state.mine.cards))
        unseen = max(0, number - len(state.mine.top))
        return self._next(state, *[("look", "mine")] * unseen, ("sort", number, int(how["drop"])))

    def _step_sort(self, state: Table, number: int, drop: int) -> Table:
        """Let the player put cards back in any order, all or all but one (A41)."""
        cards = state.mine.top[:number]
        orders = [
            order for kept in range(max(0, number - drop), number + 1) for order in permutations(cards, kept)
        ]
        return self._choice(state, "sort", orders, "sorted", number)

    def _step_sorted(self, state: Table, number: int, *order: str) -> Table:
        looked, rest = state.mine.top[:number], state.mine.top[number:]
        dropped = [card for card in looked if card not in order]
        mine = state.mine._replace(top=(*order, *rest))
        state = state._replace(mine=mine, discard=with_cards(state.discard, *dropped))
        return self._next(state, ("event", "discard")) if dropped else state

    # How it ends, and what is seen of it.

    def scores(self, state: Table) -> tuple[float, ...]:
        """Return 1 for a game that is won, else 0."""
        return (float(state.won),)

    def winners(self, state: Table) -> tuple[int, ...]:
        """Return the seat if it has won."""
        return (0,) if state.won else ()

    def view(self, state: Table, seat: int) -> Table:  # noqa: ARG002 - there is one
        """Return the state: of cards that nobody has seen it is not known in which deck they are."""
        unseen = tuple(sorted((*state.mine.pool, *state.theirs.pool)))
        theirs = state.theirs._replace(pool=(UNSEEN,) * len(state.theirs.pool))
        return state._replace(mine=state.mine._replace(pool=unseen), theirs=theirs)

    def guess(self, view: Table, seat: int, random: Random) -> Table:  # noqa: ARG002 - as above
        """Return a state that looks like this one."""
        unseen = random.sample(view.mine.pool, len(view.mine.pool))
        count = len(view.theirs.pool)
        mine, theirs = (tuple(sorted(cards)) for cards in (unseen[count:], unseen[:count]))
        return view._replace(mine=view.mine._replace(pool=mine), theirs=view.theirs._replace(pool=theirs))

    def alike(self, state: Table, move: Move) -> Move:  # noqa: ARG002 - as above
        """Return a move with how much is paid, not with what."""
        verb, *how = move
        if verb not in ("permanent", "oneshot"):
            return move
        paid = 1 + self._price(how[1:])
        return (verb, how[0], paid, "instead" in how, *how[paid:])

    def estimate(self, state: Table, seat: int) -> float:  # noqa: ARG002 - as above
        """Return how few cards the enemy has and how weak it is beside the cards that are left to the player."""
        if state.phase == "over":
            return 1000.0 if state.won else -1000.0
        foes = len(state.theirs.cards) + len(state.enemy_discard)
        mine = len(state.mine.cards) + len(state.discard) + len(state.hand)
        more = self.total("enemy", state.active, "strengthen")
        strengths = [self.enemy[enemy].strength + more for enemy in state.active]
        in_reach = max((strength for strength in strengths if strength <= state.attack), default=0)
        attack = 0.5 * state.attack if state.armed else 0.2 * state.attack
        return (
            0.5 * mine
            + 0.6 * len(state.hand)
            + attack
            + 0.3 * in_reach * state.armed
            - 4.0 * foes
            - 3.5 * len(strengths)
            - 0.4 * sum(strengths)
            - 0.8 * self.seen(state)
        )

    def uses(self, state: Table, move: Move) -> Iterator[Event]:
        """Yield the cards that are drawn and played, by the effect that was used of them."""
        verb = move[0]
        if verb == "draw":
            yield Event("drawn", f"cards/{move[1]}")
        elif verb in ("permanent", "oneshot"):
            yield Event("played", f"cards/{move[1]}")
            yield Event(verb, self.parts[verb][move[1]].id)
        elif verb == "activate":
            yield Event("enemy", self.enemy[move[1]].id)
        if verb in ("draw", "lose", "defect") and state.mine.cards == (move[1],):
            yield Event("exhausted", "cards")
        if state.renewals == self.renewals and self.apply(state, move).renewals > self.renewals:
            yield Event("ruling", "A44")


rules = Yogire
