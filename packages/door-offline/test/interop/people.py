"""Identifiers, the people of a manifest, and deltas, as docs/door-protocol.md has them."""

import re

from envelope import DoorError, instant


# Identifiers


SPACE = "\t-\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
TRIM = re.compile(f"^[{SPACE}]+|[{SPACE}]+$")
CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f]")
PREFIXES = re.compile(rf"^(?:[{SPACE}]|\][A-Z][0-9A-Z]|\\[0-9]{{6}})+")
ADDRESS = re.compile(r"t?sy1[02-9ac-hj-np-z]{30,}")
TYPES = ("card", "wallet", "username", "user_id", "link")


def trim(text):
    return TRIM.sub("", text)


def normal_card(text):
    return trim(PREFIXES.sub("", CONTROLS.sub("", text.upper())))


def normal_wallet(text):
    return trim(text).lower()


def normal(kind, text):
    value = normal_card(text) if kind == "card" else normal_wallet(text) if kind == "wallet" else trim(text)
    return (kind, value) if value else None


def read_tap(tap, people):
    if isinstance(tap, str):
        lowered = normal_wallet(tap)
        if ADDRESS.fullmatch(lowered):
            return normal("wallet", tap)
        if lowered.startswith(("http://", "https://")):
            return normal("link", tap)
        card = normal("card", tap)
        return ("wallet", lowered) if card is not None and card[1] not in people.by_card and lowered in people.by_wallet else card
    if not isinstance(tap, dict) or tap.get("type") not in TYPES or not isinstance(tap.get("value"), str):
        return None
    return normal(tap["type"], tap["value"])

# Holders


class People:
    """Wallet to its two entries, each a pair of cards and ticket: on the roster, and among the admitted."""

    def __init__(self, by_wallet):
        self.by_wallet = {wallet: entries for wallet, entries in by_wallet.items() if entries != (None, None)}
        self.by_card = {}
        for wallet, entries in self.by_wallet.items():
            for cards, _ in filter(None, entries):
                for card in cards:
                    if self.by_card.setdefault(card, wallet) != wallet:
                        raise DoorError("manifest_malformed")
        self.walk_ins = sum(1 for _, inside in self.by_wallet.values() if inside is not None and not inside[1])

    def find(self, tap):
        kind, value = tap
        wallet = self.by_card.get(value) if kind == "card" else value if kind == "wallet" else None
        return wallet if wallet in self.by_wallet else None

    def has_ticket(self, wallet):
        return any(entry[1] for entry in filter(None, self.by_wallet.get(wallet, ())))

    def is_inside(self, wallet):
        return wallet in self.by_wallet and self.by_wallet[wallet][1] is not None


def entry_of(holder):
    return [normal_card(card) for card in holder["card_identifiers"]], holder["has_ticket"]


def people_of(payload):
    by_wallet = {}
    for side, name in enumerate(("roster", "admitted")):
        for wallet, holder in payload[name].items():
            entries = list(by_wallet.get(normal_wallet(wallet), (None, None)))
            if entries[side] is not None:
                raise DoorError("manifest_malformed")
            entries[side] = entry_of(holder)
            by_wallet[normal_wallet(wallet)] = tuple(entries)
    return People(by_wallet)


class Loaded:
    """A verified payload with its people; `payload` has the settings of the manifest and the figures of its last delta."""

    def __init__(self, payload, people, key_id, signature):
        self.payload, self.people, self.key_id, self.signature = payload, people, key_id, signature
        self.version = int(payload["manifest_version"])
        self.generated_at = instant(payload["generated_at"])
        self.valid_until = instant(payload["valid_until"])
        self.tolerance = payload["clock_tolerance_seconds"] * 1000
        self.frozen = set(map(normal_card, payload["frozen_card_identifiers"]))
        self.skew = 0


# Deltas


CARRIED = ("manifest_version", "generated_at", "valid_until", "clock_tolerance_seconds", "reserved", "frozen_card_identifiers")


def apply(loaded, delta, key_id, signature):
    if delta["manifest_version"] <= delta["base_manifest_version"]:
        raise DoorError("manifest_malformed")
    if delta["manifest_version"] < loaded.version:
        raise DoorError("manifest_rolled_back")
    if delta["base_manifest_version"] != loaded.version:
        raise DoorError("resync_required")
    by_wallet = dict(loaded.people.by_wallet)

    def change(address, holder, side, expected):
        wallet = normal_wallet(address)
        entries = list(by_wallet.get(wallet, (None, None)))
        if expected is not None and (entries[side] is not None) != expected:
            raise DoorError("resync_required")
        entries[side] = None if holder is None else entry_of(holder)
        by_wallet[wallet] = tuple(entries)

    for wallet, holder in delta["added"].items():
        change(wallet, holder, 0, False)
    for wallet, holder in delta["changed"].items():
        change(wallet, holder, 0, True)
    for wallet in delta["removed"]:
        change(wallet, None, 0, True)
    for wallet, holder in delta["admitted_added"].items():
        change(wallet, holder, 1, None)
    for wallet in delta["admitted_removed"]:
        change(wallet, None, 1, True)
    try:
        people = People(by_wallet)
    except DoorError:
        raise DoorError("resync_required") from None
    return Loaded({**loaded.payload, **{name: delta[name] for name in CARRIED}}, people, key_id, signature)
