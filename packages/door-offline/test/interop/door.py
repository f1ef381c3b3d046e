"""A door in Python, written from docs/door-protocol.md. Headings in comments are those of the page."""

import json

from envelope import DELTA, MANIFEST, MAX_DEPTH, MAX_LENGTH, DoorError, canonical, depth_of, has_shape, instant, instant_text, parse, usable_keys, utf16_length
from people import Loaded, apply, people_of, read_tap
from signature import base64url, verifies


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
