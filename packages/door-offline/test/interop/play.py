"""Plays the vectors of doors and prints every step that went otherwise than expected.

    python3 play.py [conformance.json load.json]
"""

import json
import pathlib
import sys

from door import Door
from envelope import DoorError, parse
from signature import base64url, verifies


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
