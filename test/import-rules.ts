/**
 * Who may import whom, as data: docs/architecture.md draws it, architecture.test.ts holds it.
 *
 * A module has a role, read off its path. A rule names the roles it may import from (`from`), those
 * of which it may import types only (`types`), and the packages it may use. A role may always
 * import from itself unless `isAlone` says otherwise.
 */
export interface Rule {
  readonly from?: readonly Role[]
  readonly types?: readonly Role[]
  /** A name, or a prefix that ends in `/` or `:`. */
  readonly packages?: readonly string[]
  /** Packages of which only types may be imported. */
  readonly packageTypes?: readonly string[]
  /**
   * Names of the `effect` package that it may import, and members of `Effect` that it may use;
   * `any` for both.
   */
  readonly effect?: { readonly names: readonly string[]; readonly verbs: readonly string[] } | "any"
  /** Modules of this role do not import one another. */
  readonly isAlone?: true
  /** Everything it imports and exports is a type. */
  readonly isTypes?: true
}

/** A key of {@link rules}. */
export type Role = string

/** Sums and seals: packages that compute and touch nothing. */
const computing = [
  "node:crypto",
  "node:zlib",
  "canonicalize",
  "jose",
  "@scure/base",
  "temporal-polyfill",
  "file-type",
  "image-size",
]
const judgement = { names: ["Result", "Data"], verbs: [] }
/** Steps are made with `step`, which runs them without a fiber. */
const notation = { names: ["Effect", "Result"], verbs: ["fromResult"] }
/** An operation may run its transaction again when another call got there first. */
const entryNotation = { names: ["Effect", "Result"], verbs: [...notation.verbs, "retry"] }
const slowNotation = {
  names: ["Effect", "Result"],
  verbs: [...notation.verbs, "promise", "tryPromise"],
}

export const rules: Readonly<Record<Role, Rule>> = {
  // core, from the ground up
  kernel: {
    from: ["ledger-proof"],
    packages: ["temporal-polyfill", "node:crypto", "node:net", "ipaddr.js", "lru-cache"],
  },
  /** The verifier: an island that a door, the firmware and the SDK carry inside themselves. */
  door: { packages: ["@noble/ed25519", "canonicalize"] },
  /**
   * The format of the ledger. The strict rule of signatures and the canonical form are a door's.
   */
  "ledger-proof": { from: ["door"] },
  errors: { from: ["kernel"], types: ["noun"], effect: judgement },
  ports: { from: ["kernel"], types: ["noun"], packageTypes: ["node:crypto"] },
  /** A domain's own files: what the thing is, and the pure rules about it. */
  noun: {
    from: ["kernel", "errors", "door", "ledger-proof"],
    types: ["ports", "repository", "keeper"],
    packages: computing,
    effect: judgement,
  },
  /** A domain's port to its rows. */
  repository: { from: ["kernel", "noun"], types: ["ports", "ledger-proof"], isTypes: true },
  /** Verbs inside somebody's transaction. The order of domains decides which may use which. */
  steps: {
    from: ["kernel", "errors", "door", "ledger-proof", "noun", "unit-of-work"],
    types: ["ports", "repository", "prepare"],
    effect: notation,
  },
  /** Slow work before a transaction: hashing, key wrapping, fetching. */
  prepare: {
    from: ["kernel", "errors", "door", "ledger-proof", "noun", "unit-of-work"],
    types: ["ports", "repository", "storage", "keeper"],
    packages: computing,
    effect: slowNotation,
  },
  /** What several operations of a domain do alike: slow work, and a transaction behind it. */
  together: {
    from: ["noun", "unit-of-work", "steps", "prepare"],
    effect: notation,
  },
  /** Entries. Nobody but the facade, the routes and the job handlers imports one. */
  operations: {
    from: [
      "kernel",
      "errors",
      "door",
      "ledger-proof",
      "noun",
      "unit-of-work",
      "listing",
      "steps",
      "prepare",
      "together",
      "contract",
    ],
    types: ["ports", "repository", "keeper"],
    effect: entryNotation,
    isAlone: true,
  },
  /**
   * Lives as long as the process, over the storage and plain Promises: the committer, keyrings,
   * caches, the worker.
   */
  keeper: {
    from: ["kernel", "errors", "door", "ledger-proof", "noun"],
    types: ["ports", "repository", "storage"],
    packages: [...computing, "node:util", "node:async_hooks"],
  },
  contract: { from: ["kernel"], types: ["noun"], packages: ["zod"] },
  /** What the facade's inputs are held to: the contract's schemas, in the operations' names. */
  inputs: { from: ["kernel", "errors", "contract"], packages: ["zod"] },
  storage: { from: ["kernel", "noun"], types: ["repository", "ports", "ledger-proof"] },
  "unit-of-work": {
    from: ["kernel", "errors"],
    types: ["ports", "repository", "storage", "keeper"],
    effect: "any",
  },
  /** Operations that list, each when it is its caller's turn. */
  listing: { from: ["errors", "noun", "unit-of-work"], effect: "any" },
  memory: {
    from: ["kernel", "errors", "noun", "storage"],
    types: ["repository", "ports", "ledger-proof"],
  },
  /** The clock, ids, keys and network of a real machine. */
  system: {
    from: ["kernel", "noun"],
    types: ["ports"],
    packages: ["node:", "uuid", "@scure/base", "undici", "undici/", "aws4fetch"],
  },
  testing: {
    from: ["kernel", "errors", "noun", "memory", "system"],
    types: ["ports", "storage", "keeper"],
  },
  /** `createSymbolon`, and the same as Effects. */
  facade: {
    from: [
      "kernel",
      "errors",
      "door",
      "ledger-proof",
      "noun",
      "unit-of-work",
      "steps",
      "prepare",
      "operations",
      "contract",
      "inputs",
      "keeper",
      "system",
      "testing",
      "storage",
    ],
    types: ["ports", "repository"],
    effect: "any",
  },

  // the other packages
  "storage-contract": {
    packages: ["@symbolon/core/storage", "@symbolon/core/memory", "@symbolon/core", "fast-check"],
  },
  "storage-sql": {
    packages: ["kysely", "node:async_hooks", "@symbolon/core", "@symbolon/core/storage"],
  },
  "storage-sqlite": {
    packages: [
      "@symbolon/storage-sql",
      "@symbolon/core/storage",
      "kysely",
      "better-sqlite3",
      "node:",
    ],
  },
  "storage-postgres": {
    packages: ["@symbolon/storage-sql", "@symbolon/core/storage", "kysely", "pg", "node:"],
  },
  "http-server": {
    packages: [
      "@symbolon/core",
      "@symbolon/core/contract",
      "@symbolon/core/effect",
      "@symbolon/core/ledger",
      "@symbolon/core/memberships",
      "node:",
      "zod",
      "find-my-way",
      "negotiator",
      "jose",
      "pino",
      "swagger-ui-dist",
      "swagger-ui-dist/",
      "@simplewebauthn/server",
      "@node-rs/argon2",
      "nodemailer",
      "prom-client",
    ],
    effect: "any",
  },
  /** The one place that knows which storage it runs on. */
  command: {
    from: ["http-server"],
    packages: [
      "@symbolon/core",
      "@symbolon/core/contract",
      "@symbolon/core/door",
      "@symbolon/core/effect",
      "@symbolon/core/ledger",
      "@symbolon/core/payments",
      "@symbolon/core/s3-files",
      "@symbolon/core/testing",
      "@symbolon/client-sdk",
      "@symbolon/door-offline",
      "@symbolon/storage-sqlite",
      "@symbolon/storage-postgres",
      "node:",
      "pino",
    ],
    effect: "any",
  },
  /** Of core it carries inside itself what a holder verifies with. */
  "client-sdk": { packages: ["@symbolon/core/ledger-proof"] },
  "door-offline": { packages: ["@symbolon/core/door"] },
  /** What a door has beside it where there is a platform: a network, a disk. */
  "door-host": {
    from: ["door-offline"],
    packages: ["@symbolon/core/door", "node:fs", "node:path"],
  },
}

/** Towards the left a domain calls a step; towards the right it leaves an outbox event. */
export const order: readonly string[] = [
  "manifest/rosters",
  "rewards/triggers",
  "service-keys",
  "organizations",
  "webhooks",
  "accounts",
  "tiers",
  "wallets",
  "profiles",
  "links",
  "identifiers",
  "ledger",
  "memberships",
  "entitlements",
  "cards",
  "sessions",
  "activities",
  "credentials",
  "rewards",
  "admission",
  "manifest",
  "devices",
  "contacts",
  "files",
  "assets",
  "oauth",
  "payments",
  "personal-data",
]

/** Folders of core/src that are no domain, the deepest first. */
const rooms: Readonly<Record<string, Role>> = {
  "foundation/kernel": "kernel",
  "foundation/errors": "errors",
  "foundation/ports": "ports",
  "foundation/inputs": "inputs",
  "foundation/storage": "storage",
  "foundation/system": "system",
  contract: "contract",
  operations: "facade",
  door: "door",
  "ledger-proof": "ledger-proof",
  memory: "memory",
  testing: "testing",
}

/** Files whose name alone does not tell their role. */
export const named: Readonly<Record<string, Role>> = {
  "packages/core/src/foundation/unit-of-work.ts": "unit-of-work",
  "packages/core/src/foundation/step.ts": "unit-of-work",
  "packages/core/src/foundation/listing.ts": "listing",
  // Entries of the package, beside its root.
  "packages/core/src/ledger/index.ts": "facade",
  "packages/core/src/memberships/index.ts": "facade",
  "packages/core/src/payments/index.ts": "facade",
  "packages/core/src/foundation/gatherings.ts": "keeper",
  "packages/core/src/foundation/merging-reads.ts": "keeper",
  "packages/core/src/foundation/next-read.ts": "keeper",
  "packages/core/src/foundation/shared-places.ts": "keeper",
  "packages/core/src/foundation/shared-reads.ts": "keeper",
  "packages/core/src/accounts/account-limits.ts": "keeper",
  "packages/core/src/accounts/outgoing-mail.ts": "keeper",
  "packages/core/src/credentials/credential-indexes.ts": "keeper",
  "packages/core/src/credentials/credential-keyring.ts": "keeper",
  "packages/core/src/ledger/commit/committer.ts": "keeper",
  "packages/core/src/ledger/commit/submit-posting.ts": "prepare",
  "packages/core/src/ledger/commit/post-points.ts": "prepare",
  "packages/core/src/ledger/commit/signing-limit.ts": "keeper",
  "packages/core/src/ledger/content/content-uses.ts": "keeper",
  "packages/core/src/ledger/content/hosted-contents.ts": "keeper",
  "packages/core/src/ledger/log/checkpoints.ts": "keeper",
  "packages/core/src/ledger/log/ledger-origin.ts": "keeper",
  "packages/core/src/ledger/content/seal-content.ts": "prepare",
  "packages/core/src/ledger/verify/export-ledger.ts": "keeper",
  "packages/core/src/personal-data/export-person.ts": "prepare",
  "packages/core/src/rate-limits/rate-limiter.ts": "keeper",
  "packages/core/src/wallets/details.ts": "steps",
  "packages/core/src/wallets/wallet-directory.ts": "keeper",
  "packages/core/src/wallets/wallet-keyring.ts": "keeper",
  "packages/core/src/wallets/decryption-keyring.ts": "keeper",
  "packages/core/src/service-keys/service-keyring.ts": "keeper",
  "packages/core/src/service-keys/expect-vault.ts": "keeper",
  "packages/core/src/oauth/tokens/authenticate.ts": "keeper",
  "packages/core/src/oauth/tokens/token-verifier.ts": "keeper",
  "packages/core/src/manifest/manifest-cache.ts": "keeper",
  "packages/core/src/ledger/tickets/read-ticket-uses.ts": "keeper",
  "packages/core/src/foundation/jobs/worker.ts": "keeper",
  "packages/core/src/foundation/jobs/job-runner.ts": "keeper",
  "packages/core/src/foundation/jobs/work-loop.ts": "keeper",
  "packages/core/src/foundation/jobs/wake-up.ts": "keeper",
  "packages/core/src/foundation/jobs/job-kind.ts": "keeper",
  "packages/core/src/foundation/jobs/overdue.ts": "keeper",
  "packages/core/src/foundation/jobs/daily.ts": "keeper",
  "packages/core/src/foundation/jobs/sweep.ts": "keeper",
  "packages/core/src/foundation/jobs/key-rewrap.ts": "keeper",
  "packages/core/src/foundation/jobs/in-turns.ts": "keeper",
  "packages/core/src/organizations/closing-job.ts": "keeper",
  "packages/core/src/rewards/deliveries/delivery-job.ts": "keeper",
  "packages/core/src/rewards/issued-or-requested.ts": "together",
  "packages/core/src/rewards/deliveries/reward-generation.ts": "keeper",
  "packages/core/src/wallets/opened-wallet.ts": "together",
  "packages/core/src/webhooks/redelivery-job.ts": "keeper",
  "packages/core/src/webhooks/delivery-job.ts": "keeper",
  "packages/core/src/webhooks/exchange.ts": "keeper",
}

/**
 * The role of a source file, undefined for what is outside the rules (tests, scripts, examples).
 */
export function roleOf(path: string): Role | undefined {
  const [, packageName, inside] = /^packages\/([^/]+)\/src\/(.+)$/.exec(path) ?? []
  if (packageName === undefined || inside === undefined || /\.test(-d)?\.ts$/.test(path))
    return undefined
  if (packageName === "door-offline" && /^(connected|stores)\//.test(inside)) return "door-host"
  if (packageName !== "core")
    return packageName === "http-server" && /^(cli|command|commands|cli-.*)(\.ts|\/)/.test(inside)
      ? "command"
      : (packageName as Role)
  const role = named[path]
  if (role !== undefined) return role
  if (!inside.includes("/")) return "facade"
  const room = Object.keys(rooms).find((folder) => inside.startsWith(`${folder}/`))
  if (room !== undefined) return rooms[room]
  if (/\/operations(\.ts$|\/)/.test(inside)) return "operations"
  if (/\/steps(\.ts$|\/)/.test(inside)) return "steps"
  if (/\/prepare(-[^/]+)?\.ts$/.test(inside)) return "prepare"
  if (inside.endsWith("-repository.ts")) return "repository"
  return "noun"
}

/** The domain of a file of core, undefined outside of domains. */
export function domainOf(path: string): string | undefined {
  const inside = /^packages\/core\/src\/(.+)$/.exec(path)?.[1]
  if (inside === undefined || !inside.includes("/")) return undefined
  if (Object.keys(rooms).some((folder) => inside.startsWith(`${folder}/`))) return undefined
  const [folder = "", room = ""] = inside.split("/")
  // A room of a domain, or of the foundation, may stand elsewhere in the order than the rest.
  return order.includes(`${folder}/${room}`) || folder === "foundation"
    ? `${folder}/${room}`
    : folder
}

/** The layers of a folder of core, from the ground up, with the roles that stand in each. */
const layers = {
  nouns: [
    "kernel",
    "errors",
    "door",
    "ledger-proof",
    "ports",
    "noun",
    "repository",
    "contract",
    "storage",
  ],
  steps: ["unit-of-work", "steps", "prepare"],
  operations: ["inputs", "together", "operations"],
  keepers: ["keeper"],
  adapters: ["memory", "system", "testing"],
} as const satisfies Readonly<Record<string, readonly Role[]>>

/** A key of {@link layers}. */
export type Layer = keyof typeof layers

/** The layer of a source file of core; undefined for the facade, which stands above all. */
export const layerOf = (path: string): Layer | undefined => {
  const role = roleOf(path)
  return (Object.keys(layers) as readonly Layer[]).find((layer) =>
    (layers[layer] as readonly Role[]).includes(role ?? ""),
  )
}

/** The folder of core/src that a file stands in: its domain, or its room of the foundation. */
export const folderOf = (path: string): string => {
  const [folder = "", room = ""] = path.replace("packages/core/src/", "").split("/")
  return folder === "foundation" && !room.endsWith(".ts")
    ? `${folder}/${room}`
    : (domainOf(path) ?? folder)
}
