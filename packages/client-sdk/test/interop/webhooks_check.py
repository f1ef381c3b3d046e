"""Checks the vectors of webhooks with nothing of ours: Python's standard library, and the function of docs/webhooks.md.

Usage: webhooks_check.py VECTORS_FILE DOCS_FILE. Prints what it counted as JSON; ends with an error at the first thing that is wrong.
"""

import hashlib
import hmac
import json
import re
import sys
from datetime import datetime

SIGNATURE = re.compile(r"sha256=([0-9a-f]{64})")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
counted = {}


def check(holds, what):
    if not holds:
        raise SystemExit("wrong: " + what)
    kind = what.split(":")[0]
    counted[kind] = counted.get(kind, 0) + 1


def digest_of(secret):
    return hashlib.sha256(secret.encode()).hexdigest()


def signature_of(secret, body):
    return hmac.new(digest_of(secret).encode(), body, hashlib.sha256).hexdigest()


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


class Refused(Exception):
    pass


def header(pairs, name):
    values = [value for key, value in pairs if key.lower() == name]
    if len(values) > 1 or any("," in value for value in values):
        raise Refused("malformed_header")
    if values in ([], [""]):
        raise Refused("missing_header")
    return values[0]


def envelope(body):
    try:
        value = json.loads(body.decode("utf-8"))
    except ValueError:
        raise Refused("malformed_body")
    texts = ("event", "timestamp", "organization_uuid")
    if not isinstance(value, dict) or "data" not in value or not all(isinstance(value.get(name), str) for name in texts):
        raise Refused("malformed_body")
    if not TIME.fullmatch(value["timestamp"]):
        raise Refused("malformed_body")
    return value


def verify(case, body):
    found = SIGNATURE.fullmatch(header(case["headers"], "x-webhook-signature"))
    if found is None:
        raise Refused("malformed_header")
    if not any([hmac.compare_digest(signature_of(secret, body), found[1]) for secret in case["secrets"]]):
        raise Refused("bad_signature")
    value = envelope(body)
    sent = moment(value["timestamp"])
    if abs((moment(case["now"]) - sent).total_seconds()) > case["tolerance_seconds"]:
        raise Refused("stale")
    if header(case["headers"], "x-webhook-timestamp") != str(int(sent.timestamp())):
        raise Refused("timestamp_mismatch")
    if header(case["headers"], "x-webhook-event") != value["event"]:
        raise Refused("event_mismatch")
    header(case["headers"], "x-webhook-delivery")


def answer(case, body):
    try:
        verify(case, body)
    except Refused as refused:
        return str(refused)
    return "verified"


def documented(page):
    """The function that docs/webhooks.md gives to its readers."""
    names = {}
    exec(re.search(r"^```python\n(.*?)^```$", page, re.M | re.S)[1], names)
    return names["verify_webhook"]


def accepts(function, case, body):
    headers = {}
    for key, value in case["headers"]:
        name = key.lower()
        headers[name] = headers[name] + ", " + value if name in headers else value
    results = []
    for secret in case["secrets"]:
        try:
            function(headers, body, secret, moment(case["now"]).timestamp(), case["tolerance_seconds"])
            results.append(True)
        except ValueError:
            results.append(False)
    return any(results)


def main(vectors_file, docs_file):
    with open(vectors_file, encoding="utf-8") as file:
        vectors = json.load(file)
    with open(docs_file, encoding="utf-8") as file:
        function = documented(file.read())
    for one in vectors["secrets"]:
        check(digest_of(one["secret"]) == one["digest"], "digest: " + one["secret"])
        check(hashlib.sha256(one["digest"].encode()).hexdigest()[:8] == one["key_id"], "key id: " + one["secret"])
    for one in vectors["signed"]:
        body = one["body"].encode()
        value = json.loads(body)
        check(one["headers"]["x-webhook-signature"] == "sha256=" + signature_of(one["secret"], body), "signature: " + one["name"])
        check(one["headers"]["x-webhook-timestamp"] == str(int(moment(one["now"]).timestamp())), "timestamp: " + one["name"])
        expected = {
            "event": one["event"],
            "timestamp": one["now"],
            "organization_uuid": one["organization_uuid"],
            "user_uuid": None,
            "data": one["data"],
        }
        check(value == expected and list(value) == list(expected), "envelope: " + one["name"])
        check(value["event"] == one["headers"]["x-webhook-event"], "event: " + one["name"])
    for case in vectors["verify"]:
        body = case["body"].encode() if "body" in case else bytes.fromhex(case["body_hex"])
        check(answer(case, body) == case["answer"], "answer: " + case["name"])
        # What the page leaves to the caller: the id of the delivery, and bodies that only the service could sign.
        if "x-webhook-delivery" not in case["name"] and case["answer"] != "malformed_body":
            check(accepts(function, case, body) == (case["answer"] == "verified"), "page: " + case["name"])
    print(json.dumps(counted))


main(*sys.argv[1:])
