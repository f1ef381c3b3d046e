"""The envelope, the canonical form, the trust keys and the members of payloads, as docs/door-protocol.md has them."""

import calendar
import datetime
import json
import math
import re

from signature import base64url


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
