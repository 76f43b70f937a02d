"""What the first word of a move means, for somebody who has not read the rules."""

from typing import Any

from pnp.engine.play.game_rules import GameRules

_TRADE = {
    "offer": "SEAT MINE THEIRS: ask a player for a trade",
    "accept": "agree",
    "refuse": "do not agree",
}
HINTS = {
    "ingeniators": {
        "place": "CORNER KIND: your corner of the board, and the kind of edge your valve dice count as",
        "move": "SEAT KIND: move a valve for one die of each kind, and roll those again",
        "stay": "move no valve",
        "produce": "TILE: make a tile of three dice",
        "stop": "make no more tiles",
        "install": "TILE SPACE EDGE: put a tile on the Blueprint; its odd edge lies at that edge of the space",
        "copy": "SPACE: build in the Workshop what the Blueprint shows there, for a die",
        "end": "TILE: end your turn, and keep that tile if you name one",
    },
    "ryb": {
        "refill": "draw until your hand is full, then go on",
        "dump": "discard your hand and draw a new one; that is your whole turn",
        "play": "CARD ...: put a goal into the middle, or use an action: on a seat, a color, or RED YELLOW BLUE dice",
        "discard": "CARD: discard it, as you cannot play any",
        "skip": "go on without a card",
        "try": "GOAL RED YELLOW BLUE: roll so many of your dice for a goal",
        "raid": "SEAT GOAL RED YELLOW BLUE: try a goal that another player has completed",
        "pass": "try nothing; your turn ends",
        "do_over": "roll all those dice again",
        "exchange": "SEAT RED YELLOW BLUE: take these dice of theirs for those you rolled",
        "keep": "swap nothing",
        "give": "SEAT COLOR: give a die away",
        "bank": "where the points are kept that were not enough",
        "cancel": "stop the action with a card of the same name",
        "deny": "stop the action",
        "let": "let it happen",
        "allow": "let it happen",
        "take": "COLOR: take a die",
        **_TRADE,
        "stop": "trade no more",
        "accept": "agree, or leave the roll as it is",
    },
    "yes_broccoli": {
        "bid": "CARD: a high card takes food early; you have each card only once",
        "play": "POWER ...: use a power card, on a seat or a card",
        "pass": "use no power now",
        "take": "FOOD: put it in front of you; it is worth its points",
        "keep": "which of the two foods you keep",
        "undo": "undo the power that was just played",
    },
    "yoggity": {
        "draw": "take a card",
        "no_card": "take none",
        **_TRADE,
        "no_trade": "offer nothing",
        "take": "TOKEN CARDS: buy a token from the board with these cards and coins",
        "steal": "TOKEN SEAT CARDS: buy a token from a player, as the board has none left",
        "earn": "CARDS: a coin for three matching cards",
        "cancel": "the current order leaves the game",
        "fill": "give back the tokens of the order and its color, and score both",
        "bribe": "fill the order without its color, for a coin",
        "no_play": "do nothing",
        "discard": "CARD: your hand is too large",
    },
    "yogire": {
        "permanent": "CARD PAID: put a card on the table for good, paid with cards of your hand",
        "oneshot": "CARD PAID: use a card once, paid with cards of your hand",
        "attack": "ENEMY: destroy it if your attack is at least its strength; your attack is used up",
        "use": "CARD ...: use a permanent",
        "fill": "fill your empty hand; the enemy gets the top card of your deck",
        "drop_hand": "discard your hand, as you can play nothing",
        "discard": "CARD: which one leaves",
        "destroy": "ENEMY: which one leaves the game",
        "send_away": "ENEMY: which one goes into the enemy discard",
        "return": "ENEMY: which one goes back into the enemy deck",
        "take": "CARD: which one you take into your hand",
        "sort": "CARDS: in which order they go back on your deck",
        "put": "where the top card of the enemy deck goes",
        "choose": "which of the two becomes active",
        "next": "what happens first",
        "ignore": "no, or the permanent with which you ignore this",
    },
}


def hint(rules: GameRules[Any], engine: str, verb: str) -> str:
    """Return what a verb means; for a game that has no hints here what its method says of itself, "" if that is nothing."""
    says = getattr(rules, f"_do_{verb}", None).__doc__ or ""
    return HINTS.get(engine, {}).get(verb) or says.partition("\n")[0]
