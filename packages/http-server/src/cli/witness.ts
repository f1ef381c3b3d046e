import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { hostname } from "node:os"
import { resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { systemClock } from "@symbolon/core"
import { cosign, type CosignRefusal, isNoteName, noteKeyId } from "@symbolon/core/ledger"
import {
  type Command,
  CommandFailed,
  type Invocation,
  listOf,
  print,
  requiredText,
  textOf,
  UsageFault,
} from "./command.ts"
import { lookAt } from "./watched-log.ts"
import { keepState, readState } from "./witness-state.ts"

const reasons: Readonly<Record<CosignRefusal, string>> = {
  unknown_origin: "it is not a checkpoint of this log",
  bad_signature: "its signature is not from a key of this log",
  smaller: "the log is shorter than before: it was truncated",
  fork: "the log has the same length and different content: it shows two histories",
  bad_proof:
    "the log does not extend the last checkpoint: it shows two histories, or its tiles are wrong",
}

/** `symbolon witness` */
export const witness: Command = {
  name: "witness",
  summary:
    "Cosigns each checkpoint of another deployment that extends the last one. Exits with 0 cosigned, 1 refused or unreachable, 2 usage.",
  examples: [
    "symbolon witness --origin https://club.example --key witness.pem --state club.json",
    "symbolon witness --origin https://club.example --key witness.pem --state club.json --once > cosigned.txt",
  ],
  flags: {
    origin: {
      kind: "text",
      hint: "URL",
      help: "the URL of the other deployment, without /api/v1",
      isRequired: true,
    },
    key: {
      kind: "text",
      hint: "FILE",
      help: "the witness's private key, PEM; created if it is missing",
      isRequired: true,
    },
    state: {
      kind: "text",
      hint: "FILE",
      help: "the state for this log; use one file and one process for each log",
      isRequired: true,
    },
    name: {
      kind: "text",
      hint: "NAME",
      help: "the name of the witness (default: the machine's name)",
    },
    "log-key": {
      kind: "list",
      hint: "BASE64URL",
      help: "a key of the log, instead of the keys that it publishes; repeatable",
    },
    interval: { kind: "text", hint: "SECONDS", help: "how often it reads the log (60)" },
    once: { kind: "switch", help: "check once and exit" },
  },
  run: async (invocation) => {
    const intervalMs = intervalOf(invocation) * 1000
    const watch = await watchOf(invocation)
    const stopping = new AbortController()
    void invocation.io.stopAsked().then(() => stopping.abort())
    for (;;) {
      const code = await look(invocation, watch).catch((reason: unknown) => {
        // An unreachable log may come back, so only `--once` fails.
        if (invocation.flags["once"] === true || !(reason instanceof CommandFailed)) throw reason
        invocation.io.err(`${reason.message}\n`)
        return 0
      })
      if (invocation.flags["once"] === true || code !== 0) return code
      await sleep(intervalMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return 0
    }
  },
}

interface Watch {
  readonly url: string
  readonly stateFile: string
  readonly logKeys: readonly Uint8Array[]
  readonly cosigner: {
    readonly name: string
    readonly publicKey: Uint8Array
    readonly privateKey: KeyObject
  }
}

const look = async (
  invocation: Invocation,
  { url, stateFile, logKeys, cosigner }: Watch,
): Promise<number> => {
  const known = await readState(stateFile)
  const log = await lookAt(url, known)
  if (known !== undefined && known.origin !== log.origin)
    throw new CommandFailed(
      `The origin of the log is ${log.origin}, but the state file has ${known.origin}. Nothing was cosigned.`,
    )
  const cosigned = cosign(
    { note: log.note, path: log.path },
    {
      logs: [{ origin: log.origin, keys: logKeys.length === 0 ? log.keys : logKeys }],
      known: () => known,
      cosigner,
      now: systemClock.now(),
    },
  )
  if (!cosigned.ok) {
    const { refusal } = cosigned
    print(invocation, { cosigned: false, refusal, known: known?.note ?? null, offered: log.note }, [
      `${refusal}: ${reasons[refusal]}. Nothing was cosigned.`,
      ...(known === undefined ? [] : ["", "Last cosigned checkpoint:", known.note]),
      "Current checkpoint:",
      log.note,
    ])
    return 1
  }
  const note = `${log.note}${cosigned.line}`
  // Stored before it is printed, so that the witness never forgets a cosigned checkpoint.
  await keepState(stateFile, { origin: cosigned.origin, ...cosigned.newest, note })
  if (invocation.isJson)
    print(
      invocation,
      { cosigned: true, size: cosigned.newest.size, root: cosigned.newest.root, note },
      [],
    )
  else invocation.io.out(note)
  return 0
}

const watchOf = async (invocation: Invocation): Promise<Watch> => {
  const { cwd, err } = invocation.io
  const url = requiredText(invocation, "origin")
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageFault(`--origin ${url} must be an http or https URL.`)
  const keyFile = resolve(cwd, requiredText(invocation, "key"))
  const stateFile = resolve(cwd, requiredText(invocation, "state"))
  const name = textOf(invocation, "name") ?? hostname()
  if (!isNoteName(name))
    throw new UsageFault(`--name ${name} must have no spaces and no plus sign.`)
  const logKeys = listOf(invocation, "log-key").map((text) => {
    const bytes = Buffer.from(text, "base64url")
    if (bytes.length !== 32)
      throw new UsageFault(`--log-key ${text} must be 32 bytes in base64url.`)
    return bytes
  })
  const privateKey = await ownKey(keyFile)
  const publicKey = Buffer.from(
    createPublicKey(privateKey).export({ format: "jwk" }).x ?? "",
    "base64url",
  )
  const verifier = Buffer.concat([Buffer.from([4]), publicKey]).toString("base64")
  // The verifier key format of C2SP signed-note.
  err(`${name}+${noteKeyId({ name, publicKey }, 4)}+${verifier}\n`)
  return { url, stateFile, logKeys, cosigner: { name, publicKey, privateKey } }
}

const ownKey = async (file: string): Promise<KeyObject> => {
  try {
    const { privateKey } = generateKeyPairSync("ed25519")
    await writeFile(file, privateKey.export({ format: "pem", type: "pkcs8" }), {
      flag: "wx",
      mode: 0o600,
    })
  } catch (reason) {
    if (!(reason instanceof Error && "code" in reason && reason.code === "EEXIST")) throw reason
  }
  try {
    const key = createPrivateKey(await readFile(file, "utf8"))
    if (key.asymmetricKeyType === "ed25519") return key
  } catch {
    // Said below.
  }
  throw new UsageFault(`--key ${file} must be an Ed25519 private key in PEM.`)
}

const intervalOf = (invocation: Invocation): number => {
  const text = textOf(invocation, "interval") ?? "60"
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new UsageFault(`--interval ${text} must be whole seconds, 1 or more.`)
  return Number(text)
}
