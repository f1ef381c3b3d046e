"""Checks the ledger's vectors, and a whole export, with nothing of ours: Python's standard library and the openssl command.

Usage: ledger_check.py VECTORS_FOLDER EXPORT_FILE. Prints what it counted as JSON; ends with an error at the first thing that is wrong.
"""

import base64
import hashlib
import json
import os
import subprocess
import sys
import tempfile

CHARSET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
SPKI = bytes.fromhex("302a300506032b6570032100")
PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
counted = {}


def check(holds, what):
    if not holds:
        raise SystemExit("wrong: " + what)
    kind = what.split(":")[0]
    counted[kind] = counted.get(kind, 0) + 1


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def canonical(value):
    """RFC 8785 for what bodies hold: texts, whole numbers, lists, and members with ASCII names."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def polymod(values):
    total = 1
    for value in values:
        top = total >> 25
        total = (total & 0x1FFFFFF) << 5 ^ value
        for bit, generator in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            total ^= generator if top >> bit & 1 else 0
    return total


def bech32m(prefix, data):
    expanded = [ord(char) >> 5 for char in prefix] + [0] + [ord(char) & 31 for char in prefix]
    rest = polymod(expanded + data + [0] * 6) ^ 0x2BC830A3
    return prefix + "1" + "".join(CHARSET[word] for word in data + [rest >> 5 * (5 - n) & 31 for n in range(6)])


def words(raw):
    bits = "".join(format(byte, "08b") for byte in raw)
    bits += "0" * (-len(bits) % 5)
    return [int(bits[at : at + 5], 2) for at in range(0, len(bits), 5)]


def address_of(raw, network):
    digest = sha(b"symbolon/wallet-address/v1\0", raw)
    return bech32m("tsy" if network == "test" else "sy", [0] + words(digest))


def genesis(address):
    return sha(b"symbolon/chain-genesis/v1\0", address.encode()).hex()


def pem_of(raw):
    return "-----BEGIN PUBLIC KEY-----\n" + base64.b64encode(SPKI + raw).decode() + "\n-----END PUBLIC KEY-----\n"


# Edwards arithmetic, for what openssl does not refuse by itself: keys outside the prime-order group.
D = -121665 * pow(121666, PRIME - 2, PRIME) % PRIME


def point_of(raw):
    if len(raw) != 32:
        return None
    y = int.from_bytes(raw, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= PRIME:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, PRIME - 2, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if (x * x - square) % PRIME:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    if (x * x - square) % PRIME or (x == 0 and sign):
        return None
    return (PRIME - x if x & 1 != sign else x, y)


def plus(a, b):
    product = D * a[0] * b[0] * a[1] * b[1] % PRIME
    x = (a[0] * b[1] + b[0] * a[1]) * pow(1 + product, PRIME - 2, PRIME)
    y = (a[1] * b[1] + a[0] * b[0]) * pow(1 - product, PRIME - 2, PRIME)
    return (x % PRIME, y % PRIME)


def times(n, point):
    total = (0, 1)
    while n:
        total = plus(total, point) if n & 1 else total
        point, n = plus(point, point), n >> 1
    return total


BASE = point_of((4 * pow(5, PRIME - 2, PRIME) % PRIME).to_bytes(32, "little"))
acceptable = {}


def is_acceptable(raw):
    if raw not in acceptable:
        point = point_of(raw)
        acceptable[raw] = point is not None and point != (0, 1) and times(ORDER, point) == (0, 1)
    return acceptable[raw]


def is_signed(raw, message, signature):
    if len(signature) != 64 or not is_acceptable(raw) or int.from_bytes(signature[32:], "little") >= ORDER:
        return False
    nonce = point_of(signature[:32])
    if nonce is None or times(8, nonce) == (0, 1):
        return False
    if not message:  # openssl pkeyutl takes no empty file
        k = int.from_bytes(hashlib.sha512(signature[:32] + raw).digest(), "little") % ORDER
        return times(int.from_bytes(signature[32:], "little"), BASE) == plus(nonce, times(k, point_of(raw)))
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("key", "message", "signature")]
        for path, data in zip(paths, (pem_of(raw).encode(), message, signature)):
            with open(path, "wb") as file:
                file.write(data)
        command = ["openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", paths[0], "-in", paths[1], "-sigfile", paths[2]]
        return subprocess.run(command, capture_output=True).returncode == 0


# RFC 9162, section 2.1, by its definitions.
def tree(leaves):
    if not leaves:
        return sha(b"")
    if len(leaves) == 1:
        return leaves[0]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return sha(b"\1", tree(leaves[:half]), tree(leaves[half:]))


def inclusion(index, leaves):
    if len(leaves) == 1:
        return []
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if index < half:
        return inclusion(index, leaves[:half]) + [tree(leaves[half:])]
    return inclusion(index - half, leaves[half:]) + [tree(leaves[:half])]


def consistency(size, leaves, is_whole=True):
    if size == len(leaves):
        return [] if is_whole else [tree(leaves)]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if size <= half:
        return consistency(size, leaves[:half], is_whole) + [tree(leaves[half:])]
    return consistency(size - half, leaves[half:], False) + [tree(leaves[:half])]


def root_of_path(index, size, leaf, path):
    """The root that an inclusion path leads to (RFC 9162, 2.1.3.2)."""
    at, last, found = index, size - 1, leaf
    for step in path:
        if at & 1 or at == last:
            found = sha(b"\1", step, found)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            found = sha(b"\1", found, step)
        at, last = at >> 1, last >> 1
    return found if last == 0 else None


def open_note(note, name, raw):
    text, _, lines = note.rpartition("\n\n")
    text += "\n"
    for line in lines.strip("\n").split("\n"):
        dash, signer, blob = line.split(" ")
        blob = base64.b64decode(blob)
        key_id = sha(name.encode(), b"\n\1", raw)[:4]
        if dash == "\u2014" and signer == name and blob[:4] == key_id:
            return text if is_signed(raw, text.encode(), blob[4:]) else None
    return None


def open_checkpoint(note, origin, raw):
    text = open_note(note, origin, raw)
    if text is None:
        return None
    first, size, root = text.split("\n")[:3]
    return (int(size), base64.b64decode(root)) if first == origin else None


def raw_of(pem):
    raw = base64.b64decode(pem.split("\n")[1])[len(SPKI) :]
    return raw if pem == pem_of(raw) else None


def vectors(folder):
    load = lambda name: json.load(open(os.path.join(folder, name), encoding="utf-8"))
    for wallet in load("ledger/wallets.json")["wallets"]:
        raw = bytes.fromhex(wallet["public_key"])
        check(pem_of(raw) == wallet["public_key_pem"], "key: as PEM")
        for one in wallet["addresses"]:
            check(address_of(raw, one["network"]) == one["address"], "address: " + one["address"])
            check(genesis(one["address"]) == one["genesis_head"], "genesis head: " + one["address"])
    transactions = load("ledger/transactions.json")
    for one in transactions["transactions"]:
        told = b"symbolon/ledger-tx/v1\0" + one["text"].encode()
        body = json.loads(one["text"])
        check(canonical(body) == one["text"], "canonical bytes: " + one["transaction_hash"])
        check(sha(told).hex() == one["transaction_hash"], "hash: " + one["transaction_hash"])
        check(sha(b"\0", told).hex() == one["leaf_hash"], "leaf hash: " + one["leaf_hash"])
        check(is_signed(raw_of(body["public_key"]), told, unb64(one["signature"])), "signature: " + one["transaction_hash"])
    for one in transactions["meta"]:
        text = canonical({name: one[name] for name in ("description", "salt", "tags")})
        check(text == one["text"] and sha(text.encode()).hex() == one["meta_hash"], "meta: " + one["meta_hash"])
    merkle = load("ledger/merkle.json")
    leaves = [sha(b"\0", bytes.fromhex(leaf["input"])) for leaf in merkle["leaves"]]
    check([leaf.hex() for leaf in leaves] == [leaf["leaf_hash"] for leaf in merkle["leaves"]], "leaves: of the tree")
    for size, root in enumerate(merkle["roots"]):
        check(tree(leaves[:size]).hex() == root, "root: of %d" % size)
    for one in merkle["inclusion"]:
        path = [step.hex() for step in inclusion(one["index"], leaves[: one["size"]])]
        check(path == one["path"], "inclusion: %d in %d" % (one["index"], one["size"]))
    for one in merkle["consistency"]:
        path = [step.hex() for step in consistency(one["earlier_size"], leaves[: one["size"]])]
        check(path == one["path"], "consistency: %d with %d" % (one["earlier_size"], one["size"]))
    checkpoints = load("ledger/checkpoint.json")
    for one in checkpoints["checkpoints"]:
        found = open_checkpoint(one["note"], one["origin"], unb64(one["public_key"]))
        check(found == (one["size"], bytes.fromhex(one["root"])), "checkpoint: " + one["origin"])
        spoilt = one["note"].replace("\n8\n", "\n9\n")
        check(open_checkpoint(spoilt, one["origin"], unb64(one["public_key"])) is None, "checkpoint: spoilt")
    for one in checkpoints["foreign_notes"]:
        raw = base64.b64decode(one["verifier_key"].split("+", 2)[2])[1:]
        check(open_note(one["note"], one["name"], raw) is not None, "note: " + one["name"])
    history = load("ledger/history.json")
    size, root = open_checkpoint(history["checkpoint"], history["origin"], unb64(history["log_public_key"]))
    for entry in history["entries"]:
        leaf = sha(b"\0", b"symbolon/ledger-tx/v1\0" + entry["body"].encode())
        path = [bytes.fromhex(step) for step in entry["path"]]
        check(root_of_path(entry["log_index"], size, leaf, path) == root, "proof: %d of a history" % entry["log_index"])
    for one in load("ed25519/strict.json")["vectors"]:
        parts = [bytes.fromhex(one[name]) for name in ("public_key", "message", "signature")]
        check(is_signed(*parts) == one["valid"], "strict Ed25519: " + one["name"])


def export(path):
    """Every leaf of an export: canonical, signed by whoever may, linked at both ends; balances, and the root under the checkpoint."""
    lines = [json.loads(line) for line in open(path, encoding="utf-8")]
    ledger, leaves = lines[0]["ledger"], []
    service = {purpose: [unb64(key["public_key"]) for key in ledger["keys"] if key["purpose"] == purpose] for purpose in ("ledger_status", "ledger_checkpoint")}
    wallets, holds, kinds = {}, {}, {"transaction": b"symbolon/ledger-tx/v1\0", "status": b"symbolon/ledger-status/v1\0"}
    for index, leaf in enumerate(lines[1:-1]):
        told = kinds[leaf["kind"]] + leaf["body"].encode()
        body, signature = json.loads(leaf["body"]), unb64(leaf["signature"])
        check(leaf["log_index"] == index and canonical(body) == leaf["body"], "leaf: %d is canonical" % index)
        check(sha(b"\0", told).hex() == leaf["leaf_hash"], "leaf: %d has its hash" % index)
        leaves.append(sha(b"\0", told))
        if leaf["kind"] == "status":
            check(any(is_signed(raw, told, signature) for raw in service["ledger_status"]), "leaf: %d is signed by the ledger" % index)
            continue
        sender, receiver = [wallets.setdefault(body[end], {"head": genesis(body[end]), "sequence": 0, "balance": 0, "held": 0, "key": None}) for end in ("from_address", "to_address")]
        raw = raw_of(body["public_key"])
        is_own = address_of(raw, ledger["network"]) == body["from_address"] if sender["key"] is None else raw == sender["key"]
        check(is_own and is_signed(raw, told, signature), "leaf: %d is signed by its sender" % index)
        check((body["previous_hash"], body["to_previous_hash"]) == (sender["head"], receiver["head"]), "leaf: %d continues both chains" % index)
        check((body["from_sequence"], body["to_sequence"]) == (sender["sequence"] + 1, receiver["sequence"] + 1), "leaf: %d is the next of both" % index)
        effect, amount = body["effect"], body["amount"]
        moved = amount if effect in ("posted", "post") else 0
        sender["balance"], receiver["balance"] = sender["balance"] - moved, receiver["balance"] + moved
        if effect == "pending":
            holds[body["id"]] = amount
            sender["held"] += amount
        elif effect != "posted":
            sender["held"] -= holds.pop(body["original_transaction_id"])
        is_issuer = sender.setdefault("issues", body["transaction_type"] == "mint")
        check(is_issuer or sender["balance"] >= sender["held"] >= 0, "leaf: %d overdraws nobody" % index)
        sender["key"] = raw
        if body["transaction_type"] == "key_rotation":
            check(sha(leaf["data"].encode()).hex() == body["data_hash"], "leaf: %d names its key" % index)
            sender["key"] = raw_of(json.loads(leaf["data"])["public_key"])
        for end in (sender, receiver):
            end["head"], end["sequence"] = sha(told).hex(), end["sequence"] + 1
    check(sum(wallet["balance"] for wallet in wallets.values()) == 0, "sum: of all balances")
    found = [open_checkpoint(lines[-1]["checkpoint"], ledger["origin"], raw) for raw in service["ledger_checkpoint"]]
    check((len(leaves), tree(leaves)) in found, "export: stands under its checkpoint")
    return {address: [wallet["balance"], wallet["held"], wallet["sequence"]] for address, wallet in wallets.items()}


vectors(sys.argv[1])
balances = export(sys.argv[2])
print(json.dumps({"counted": counted, "wallets": balances}))
