"""A door in Python, written from docs/door-protocol.md alone: the standard library and `cryptography` for Ed25519.

    python3 door.py [conformance.json load.json]

Plays the vectors of doors and prints every step that went otherwise than expected. Headings in comments are those of the page.
"""

import base64
import calendar
import datetime
import json
import math
import pathlib
import re
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


class DoorError(Exception):
    def __init__(self, code):
        super().__init__(code)
        self.code = code


ABSENT = object()

# Envelope


MAX_LENGTH = 16 * 1024 * 1024
MAX_DEPTH = 32
SAFE = 2**53 - 1


def utf16_length(text):
    return len(text) + sum(1 for c in text if ord(c) > 0xFFFF)


def distinct(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError("a member comes twice")
    return dict(pairs)


def refuse_constant(_):
    raise ValueError("not JSON")


def parse(text):
    """Numbers are doubles, whichever way they are spelt."""
    return json.loads(text, object_pairs_hook=distinct, parse_int=float, parse_float=float, parse_constant=refuse_constant)


def depth_of(value):
    deepest, waiting = 0, [(value, 1)]
    while waiting:
        one, depth = waiting.pop()
        if isinstance(one, (dict, list)):
            deepest = max(deepest, depth)
            waiting.extend((item, depth + 1) for item in (one.values() if isinstance(one, dict) else one))
    return deepest


# Canonical form


def number_text(number):
    """ECMAScript's String(number): Python's repr has the same shortest digits, in another notation."""
    if not math.isfinite(number):
        raise ValueError("beyond the finite numbers")
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    mantissa, _, exponent = f"{abs(number)!r}".partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    point = len(whole) + int(exponent or 0)
    digits = (whole + fraction).lstrip("0")
    point -= len(whole + fraction) - len(digits)
    digits = digits.rstrip("0")
    if 0 < point <= 21:
        body = digits.ljust(point, "0") if len(digits) <= point else f"{digits[:point]}.{digits[point:]}"
    elif -6 < point <= 0:
        body = "0." + "0" * -point + digits
    else:
        body = digits[0] + (f".{digits[1:]}" if len(digits) > 1 else "") + f"e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return sign + body


def text_text(text):
    text.encode("utf-8")  # Refuses a lone surrogate.
    return json.dumps(text, ensure_ascii=False)


def canonical(value):
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return number_text(float(value))
    if isinstance(value, str):
        return text_text(value)
    if isinstance(value, list):
        return f"[{','.join(map(canonical, value))}]"
    names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
    return "{" + ",".join(f"{text_text(name)}:{canonical(value[name])}" for name in names) + "}"


# Base64url


def base64url(text):
    if not isinstance(text, str) or not re.fullmatch(r"[A-Za-z0-9_-]*", text) or len(text) % 4 == 1:
        return None
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return data if base64.urlsafe_b64encode(data).rstrip(b"=").decode() == text else None


# Signature


P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)
IDENTITY = (0, 1)


def add(a, b):
    (x1, y1), (x2, y2) = a, b
    product = D * x1 * x2 * y1 * y2
    return (x1 * y2 + x2 * y1) * pow(1 + product, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - product, -1, P) % P


def times(scalar, point):
    result = IDENTITY
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def decode_point(data):
    encoded = int.from_bytes(data, "little")
    y, sign = encoded & (2**255 - 1), encoded >> 255
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT_OF_MINUS_1 % P
    if x * x % P != square or (x == 0 and sign):
        return None
    return (P - x if x % 2 != sign else x), y


def is_key(data):
    point = decode_point(data) if len(data) == 32 else None
    return point is not None and point != IDENTITY and times(L, point) == IDENTITY


def is_signature(data):
    if data is None or len(data) != 64 or int.from_bytes(data[32:], "little") >= L:
        return False
    point = decode_point(data[:32])
    return point is not None and times(8, point) != IDENTITY


def verifies(public_key, signature, message):
    if not is_key(public_key) or not is_signature(signature):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
        return True
    except (InvalidSignature, ValueError):
        return False


# Trust keys


INSTANT = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{3}))?Z", re.ASCII)


def instant(text):
    """Milliseconds since 1970, or None."""
    found = INSTANT.fullmatch(text)
    if found is None:
        return None
    *parts, fraction = (int(part or 0) for part in found.groups())
    try:
        moment = datetime.datetime(*parts)
    except ValueError:
        return None
    return calendar.timegm(moment.timetuple()) * 1000 + fraction


def instant_text(ms):
    return (datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=ms)).isoformat(timespec="milliseconds") + "Z"


def usable_keys(published):
    keys = {}
    for entry in published["keys"]:
        if not isinstance(entry, dict) or not isinstance(entry.get("key_id"), str) or entry["key_id"] in keys:
            continue
        public_key = base64url(entry.get("public_key"))
        bounds = [entry.get("not_before", ABSENT), entry.get("not_after", ABSENT)]
        if not all(bound is None or (isinstance(bound, str) and instant(bound) is not None) for bound in bounds):
            continue
        if entry.get("algorithm") != "Ed25519" or entry.get("purpose") != "checkin_manifest":
            continue
        if public_key is None or len(public_key) != 32 or entry.get("status") in ("retired", "revoked"):
            continue
        start, end = (None if bound is None else instant(bound) for bound in bounds)
        keys[entry["key_id"]] = (public_key, -math.inf if start is None else start, math.inf if end is None else end)
    return keys


# Payload


def is_text(value):
    return isinstance(value, str) and value != ""


def is_flag(value):
    return isinstance(value, bool)


def is_count(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= SAFE and value == int(value)


def is_version(value):
    return is_count(value) and value >= 1


def is_time(value):
    at = instant(value) if isinstance(value, str) and len(value) == 20 else None
    return at is not None and at >= 0


def or_null(check):
    return lambda value: value is None or check(value)


def is_texts(value):
    return isinstance(value, list) and all(map(is_text, value))


def is_holders(value):
    return isinstance(value, dict) and all(
        isinstance(holder, dict) and is_texts(holder.get("card_identifiers")) and is_flag(holder.get("has_ticket")) for holder in value.values()
    )


BOTH = {
    "schema_version": lambda value: is_count(value) and value == 1,
    "session_uuid": is_text,
    "manifest_version": is_version,
    "generated_at": is_time,
    "valid_until": is_time,
    "clock_tolerance_seconds": is_count,
    "reserved": is_count,
    "frozen_card_identifiers": is_texts,
}
MANIFEST = {
    **BOTH,
    "session_slug": is_text,
    "organization_uuid": is_text,
    "activity_uuid": or_null(is_text),
    "checkin_open": is_flag,
    "cancelled": is_flag,
    "enforces_checkin_window": is_flag,
    "checkin_opens_at": or_null(is_time),
    "checkin_closes_at": or_null(is_time),
    "allow_reentry": is_flag,
    "admits_frozen_cards": is_flag,
    "max_attendees": or_null(is_count),
    "roster_kind": is_text,
    "roster": is_holders,
    "admitted": is_holders,
}
DELTA = {
    **BOTH,
    "base_manifest_version": is_version,
    "added": is_holders,
    "changed": is_holders,
    "removed": is_texts,
    "admitted_added": is_holders,
    "admitted_removed": is_texts,
}


def has_shape(payload, members):
    if not all(check(payload.get(name, ABSENT)) for name, check in members.items()):
        return False
    return payload.get("enforces_checkin_window") is not True or None not in (payload["checkin_opens_at"], payload["checkin_closes_at"])


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


class Door:
    def __init__(self, trust_keys, clock, device_id, store):
        self.keys, self.clock, self.device_id, self.store = usable_keys(trust_keys), clock, device_id, store
        text = store.read()
        # State to keep
        self.state = {"session_uuid": None, "counter": 0, "mark": 0, "floors": {}, "admissions": []} if text is None else json.loads(text)
        self.saved_mark = self.state["mark"]
        self.loaded = None

    def save(self, **changes):
        state = {**self.state, **changes}
        self.store.write(json.dumps(state))
        self.state, self.saved_mark = state, state["mark"]

    # Loading

    def verified(self, response, kind, members, bound):
        try:
            if isinstance(response, str):
                if utf16_length(response) > MAX_LENGTH:
                    raise DoorError("manifest_malformed")
                response = parse(response)
            if depth_of(response) > MAX_DEPTH:
                raise DoorError("manifest_malformed")
            canonical(response)
        except (ValueError, RecursionError):
            raise DoorError("manifest_malformed") from None
        payload = response.get("payload") if isinstance(response, dict) else None
        if not isinstance(payload, dict) or not isinstance(response.get("key_id"), str) or not isinstance(response.get("signature"), str):
            raise DoorError("manifest_malformed")
        key = self.keys.get(response["key_id"])
        signed = canonical(payload).encode()
        if key is None or not verifies(key[0], base64url(response["signature"]), signed) or payload.get("type") != kind:
            raise DoorError("manifest_untrusted")
        if not has_shape(payload, members):
            raise DoorError("manifest_malformed")
        if not key[1] <= instant(payload["generated_at"]) < key[2] or bound not in (None, payload["session_uuid"]):
            raise DoorError("manifest_untrusted")
        return payload, response["key_id"], response["signature"]

    def next_by(self, loaded, response):
        return apply(loaded, *self.verified(response, "checkin_manifest_delta", DELTA, loaded.payload["session_uuid"]))

    def load(self, response, deltas):
        bound = None if self.loaded is None else self.loaded.payload["session_uuid"]
        payload, key_id, signature = self.verified(response, "checkin_manifest", MANIFEST, bound)
        loaded = Loaded(payload, people_of(payload), key_id, signature)
        for delta in deltas:
            loaded = self.next_by(loaded, delta)
        return self.take(loaded)

    def apply_delta(self, response):
        if self.loaded is None:
            raise DoorError("resync_required")
        return self.take(self.next_by(self.loaded, response))

    def take(self, loaded):
        now, session = self.clock(), loaded.payload["session_uuid"]
        # Rollback
        floor = self.state["floors"].get(session)
        floor = floor if floor is not None and floor["key_id"] in self.keys else None
        is_known = floor is not None and floor["manifest_version"] == loaded.version
        if floor is not None and loaded.version < floor["manifest_version"]:
            raise DoorError("manifest_rolled_back")
        if is_known and floor["signature"] != loaded.signature:
            raise DoorError("manifest_untrusted")
        if not now < loaded.valid_until:
            raise DoorError("manifest_expired")
        # Clock
        loaded.skew = now - loaded.generated_at
        if is_known and abs(floor["skew"]) < abs(loaded.skew):
            loaded.skew = floor["skew"]
        mark = self.state["mark"]
        if abs(loaded.skew) <= loaded.tolerance:
            mark = max(mark, now) if is_known else now
        # Outbox
        admissions = [
            one
            for one in self.state["admissions"]
            if one["acked_at"] is None or (one["session_uuid"] == session and loaded.generated_at <= one["acked_at"] + loaded.tolerance)
        ]
        floors = {name: kept for name, kept in self.state["floors"].items() if now < kept["valid_until"]}
        floors[session] = {
            "manifest_version": loaded.version,
            "key_id": loaded.key_id,
            "signature": loaded.signature,
            "valid_until": loaded.valid_until,
            "skew": loaded.skew,
        }
        self.save(session_uuid=session, mark=mark, floors=floors, admissions=admissions)
        self.loaded = loaded
        return self.status()

    # Clock

    def is_clock_trusted(self, now):
        loaded = self.loaded
        return (
            abs(loaded.skew) <= loaded.tolerance
            and now >= loaded.generated_at - loaded.tolerance
            and now >= self.state["mark"] - loaded.tolerance
        )

    def raise_mark(self, now):
        end = self.loaded.valid_until
        mark = min(now, end)
        if mark > self.state["mark"]:
            self.state = {**self.state, "mark": mark}
            if mark >= self.saved_mark + 60_000 or mark == end:
                self.save()

    # A tap

    def admit(self, request):
        loaded, now = self.loaded, self.clock()
        if loaded is None:
            return undetermined("manifest_missing")
        at = request.get("at", now)
        is_number = isinstance(at, (int, float)) and not isinstance(at, bool)
        if not self.is_clock_trusted(now) or not is_number or at < loaded.generated_at - loaded.tolerance:
            return undetermined("clock_untrusted")
        self.raise_mark(now)
        if max(now, self.state["mark"]) >= loaded.valid_until or at >= loaded.valid_until:
            return undetermined("manifest_expired")
        if "tap" not in request:
            return undetermined("unreadable")
        tap = read_tap(request["tap"], loaded.people)
        if tap is None:
            return undetermined("not_on_roster")
        answer = self.decide(tap, at)
        if answer["decision"] == "admitted":
            self.keep(tap, at)
        return answer

    def own(self):
        """The door's own admissions of this session, by subject, in the order in which they were made."""
        first = {}
        for one in self.state["admissions"]:
            if one["session_uuid"] == self.loaded.payload["session_uuid"]:
                tap = (one["identifier"]["type"], one["identifier"]["value"])
                first.setdefault(self.loaded.people.find(tap) or tap, one["occurred_at"])
        return first

    # Capacity

    def free_seats(self):
        people, seats = self.loaded.people, self.loaded.payload["max_attendees"]
        own = sum(1 for subject in self.own() if not people.is_inside(subject) and not people.has_ticket(subject))
        return None if seats is None else int(seats - self.loaded.payload["reserved"] - people.walk_ins - own)

    # Order of the rules

    def decide(self, tap, at):
        payload, people = self.loaded.payload, self.loaded.people
        wallet = people.find(tap)
        first = self.own().get(wallet or tap)

        def blocked(reason, **details):
            return verdict("blocked", wallet, blocked_reason=reason, details=details)

        if payload["cancelled"]:
            return blocked("session_cancelled")
        if tap[0] == "card" and tap[1] in self.loaded.frozen and not payload["admits_frozen_cards"]:
            return blocked("card_frozen")
        if first is not None or people.is_inside(wallet):
            if payload["allow_reentry"]:
                return verdict("admitted", wallet, reentry=True)
            return blocked("already_admitted", **({} if first is None else {"first_admitted_at": instant_text(first)}))
        if not payload["checkin_open"]:
            return blocked("checkin_closed")
        if payload["enforces_checkin_window"]:
            opens, closes = instant(payload["checkin_opens_at"]), instant(payload["checkin_closes_at"])
            if at < opens:
                return blocked("checkin_not_started", opens_at=instant_text(opens))
            if at >= closes:
                return blocked("checkin_ended", closes_at=instant_text(closes))
        if payload["roster_kind"] != "none" and (wallet is None or people.by_wallet[wallet][0] is None):
            return verdict("undetermined", wallet, undetermined_reason="not_on_roster")
        has_ticket = people.has_ticket(wallet)
        if not has_ticket and payload["max_attendees"] is not None and self.free_seats() <= 0:
            return blocked("session_full", max_attendees=int(payload["max_attendees"]))
        return verdict("admitted", wallet, seat="ticket" if has_ticket else "walk_in")

    # Outbox

    def keep(self, tap, at):
        session, counter = self.loaded.payload["session_uuid"], self.state["counter"] + 1
        admission = {
            "idempotency_key": f"{self.device_id}:{session}:{at}:{counter}",
            "session_uuid": session,
            "identifier": {"type": tap[0], "value": tap[1]},
            "occurred_at": at,
            "manifest_version": self.loaded.version,
            "key_id": self.loaded.key_id,
            "acked_at": None,
        }
        self.save(counter=counter, admissions=[*self.state["admissions"], admission])

    def owed(self):
        return [one for one in self.state["admissions"] if one["acked_at"] is None and one["session_uuid"] == self.state["session_uuid"]]

    def outbox(self, limit):
        return [
            {
                "identifier": one["identifier"],
                "idempotency_key": one["idempotency_key"],
                "occurred_at": instant_text(one["occurred_at"]),
                "offline": True,
                "manifest_version": one["manifest_version"],
                "key_id": one["key_id"],
            }
            for one in self.owed()[:limit]
        ]

    def ack(self, items):
        keys, now = {item["idempotency_key"] for item in items}, self.clock()
        self.save(
            admissions=[
                {**one, "acked_at": now} if one["idempotency_key"] in keys and one["acked_at"] is None else one
                for one in self.state["admissions"]
            ]
        )

    # Status

    def wipe(self):
        self.loaded = None

    def status(self):
        loaded, now = self.loaded, self.clock()
        free = None if loaded is None else self.free_seats()
        return {
            "loaded": loaded is not None,
            "manifest_version": None if loaded is None else loaded.version,
            "valid_until": None if loaded is None else loaded.payload["valid_until"],
            "seconds_left": None if loaded is None else max(0, loaded.valid_until - max(now, self.state["mark"])) // 1000,
            "clock_ok": loaded is None or self.is_clock_trusted(now),
            "pending_uploads": len(self.owed()),
            "seats_left": None if free is None else max(0, free),
        }


def verdict(decision, wallet, **members):
    empty = {"blocked_reason": None, "undetermined_reason": None, "reentry": False, "seat": "none", "details": {}}
    return {"decision": decision, "wallet_address": wallet, **empty, **members}


def undetermined(reason):
    return verdict("undetermined", None, undetermined_reason=reason)


# Vectors


class Store:
    text = None

    def read(self):
        return self.text

    def write(self, text):
        self.text = text


def play(case, trust_keys, device_id):
    store, now = Store(), [0]

    def start(keys):
        return Door(trust_keys[keys], lambda: now[0], device_id, store)

    door, wrong = start(case["trust_keys"]), []
    for number, step in enumerate(case["steps"], 1):
        now[0], do, expect = step["now"], step["do"], step.get("expect")
        text = step.get("text", "") + " " * step.get("pad", 0)
        given = expect
        if do in ("load", "apply_delta"):
            before = (door.status(), store.text)
            try:
                status = door.apply_delta(text) if do == "apply_delta" else door.load(parse(text) if step.get("parsed") else text, step.get("deltas", []))
                given = {name: status[name] for name in expect if name in status} if "error" not in expect else status
            except DoorError as error:
                given = {"error": error.code} if before == (door.status(), store.text) else "a door that changed"
        elif do == "status":
            status = door.status()
            given = {name: status[name] for name in expect}
        elif do == "admit":
            given = door.admit({name: step[name] for name in ("tap", "at") if name in step})
        elif do == "outbox":
            given = door.outbox(step["limit"])
        elif do == "ack":
            door.ack(door.outbox(step["count"]))
        elif do == "restart":
            door = start(step["trust_keys"])
        elif do == "wipe":
            door.wipe()
        else:
            given = f"no step {do}"
        if given != expect:
            wrong.append(f"{case['name']}, step {number} ({do}): expected {json.dumps(expect)}, got {json.dumps(given)}")
    return wrong


def signature_cases(folder):
    """Name, whether it holds, key, signature, message: of signatures.tsv, and of the cases of strict Ed25519."""
    for_doors = [line.split("\t") for line in (folder / "signatures.tsv").read_text("utf-8").splitlines()]
    strict = json.loads((folder.parent / "ed25519" / "strict.json").read_text("utf-8"))["vectors"]
    return [
        *((text[:60], expected == "valid", base64url(key), base64url(signature), text.encode()) for expected, key, signature, text in for_doors),
        *((one["name"], one["valid"], *(bytes.fromhex(one[part]) for part in ("public_key", "signature", "message"))) for one in strict),
    ]


def main(files):
    folder = pathlib.Path(__file__).resolve().parents[4] / "vectors" / "door"
    conformance, loads = (json.loads(pathlib.Path(file).read_text("utf-8")) for file in files or [folder / "conformance.json", folder / "load.json"])
    cases = [(case, conformance["trust_keys"]) for case in conformance["cases"]]
    # 2026-11-21T18:00:00Z
    for case in loads["cases"]:
        expect = {"loaded": True} if case["expect"] == "ok" else {"error": case["expect"]}
        step = {"do": "load", "now": 1795284000000, "text": case["text"], "expect": expect}
        cases.append(({"name": case["name"], "trust_keys": "all", "steps": [step]}, {"all": loads["trust_keys"]}))
    wrong = [line for case, keys in cases for line in play(case, keys, conformance["device_id"])]
    signatures = signature_cases(folder)
    wrong += [f"signature of {name}" for name, expected, *parts in signatures if verifies(*parts) != expected]
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"{len(cases)} cases, {len(signatures)} signatures, {len(wrong)} failures")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
