import type { OauthClient, Storage } from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { allOf, type List, sortsBy } from "../paging.ts"
import { at, hash, oauthClient } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, scanner, tablet } = club
const ofHome = { organizationUuid: home.uuid }
const bare = oauthClient(101, { secretHashes: [], scopes: [], grantTypes: [] })
const full = oauthClient(100, {
  ...ofHome,
  clientType: "public",
  secretHashes: [hash(1), hash(2)],
  grantTypes: ["authorization_code", "refresh_token"],
  scopes: ["b", "a"],
  redirectUris: ["https://example.org/cb?x=1", "com.example.app:/cb"],
  postLogoutRedirectUris: ["https://example.org/bye"],
  iconUrl: "https://example.org/icon.png",
  websiteUrl: "https://example.org/",
  policyUrl: "https://example.org/policy",
  tosUrl: "https://example.org/terms",
  serviceRole: "manager",
  isFirstParty: true,
  updatedAt: at(2),
  disabledAt: at(3),
})

const listOf =
  (organizationUuid: string | undefined): List<"created_at" | "name", OauthClient> =>
  (tx, page) =>
    tx.oauthClients.list(organizationUuid, page)

const add = (storage: Storage, ...clients: readonly OauthClient[]): Promise<void> =>
  write(storage, async (tx) => {
    for (const client of clients) await tx.oauthClients.add(client)
  })

const change = (storage: Storage, client: OauthClient): Promise<void> =>
  write(storage, async (tx) => {
    await tx.oauthClients.lock(client.clientId)
    await tx.oauthClients.change(client)
  })

const hasOrigin = (storage: Storage, origin: string) =>
  read(storage, (tx) => tx.oauthClients.hasOrigin(origin))

/** Registered apps. */
export const oauthClients: readonly StorageCase[] = [
  storageCase(
    "oauthClients: a client comes back as it was written, with all fields and with none",
    async (storage) => {
      await found(storage)
      await add(storage, full, bare)
      await read(storage, async (tx) => {
        same(await tx.oauthClients.find(full.clientId), full, "with all fields")
        same(await tx.oauthClients.find(bare.clientId), bare, "the platform's own")
        same(await tx.oauthClients.find("unknown"), undefined, "an unknown one")
      })
    },
  ),
  storageCase("oauthClients: the same client id cannot be added again", async (storage) => {
    await found(storage)
    await rejects(add(storage, { ...scanner, name: "another" }), "a client id that is there")
    same(await read(storage, (tx) => tx.oauthClients.find(scanner.clientId)), scanner, "the client")
  }),
  storageCase(
    "oauthClients: change writes every field of one client, and lock reads",
    async (storage) => {
      await found(storage)
      await add(storage, bare)
      for (const changed of [{ ...full, clientId: bare.clientId }, bare]) {
        await change(storage, changed)
        await read(storage, async (tx) => {
          same(await tx.oauthClients.find(bare.clientId), changed, "the client")
          same(await tx.oauthClients.lock(bare.clientId), changed, "the client, locked in a read")
        })
      }
      await read(storage, async (tx) => {
        same(await tx.oauthClients.find(scanner.clientId), scanner, "another client")
        same(await tx.oauthClients.lock("unknown"), undefined, "an unknown one, locked")
      })
    },
  ),
  storageCase(
    "oauthClients: of concurrent writers that lock a client none loses another's change",
    async (storage) => {
      await found(storage)
      const writers = Array.from({ length: 10 }, (_, n) =>
        write(storage, async (tx) => {
          const client = await tx.oauthClients.lock(scanner.clientId)
          if (client !== undefined)
            await tx.oauthClients.change({
              ...client,
              secretHashes: [...client.secretHashes, hash(500 + n)],
            })
        }),
      )
      await Promise.all(writers)
      const kept = await read(storage, (tx) => tx.oauthClients.find(scanner.clientId))
      sameSet(
        kept?.secretHashes ?? [],
        [...scanner.secretHashes, ...writers.map((_, n) => hash(500 + n))],
        "the secrets",
      )
    },
  ),
  storageCase(
    "oauthClients: a list shows an organization's, or the platform's own, without disabled ones",
    async (storage) => {
      await found(storage)
      const off = oauthClient(100, { ...ofHome, disabledAt: at(0) })
      await add(storage, off, bare)
      sameSet(
        await allOf(storage, listOf(home.uuid), "name"),
        [scanner, tablet],
        "the organization's",
      )
      same(await allOf(storage, listOf(away.uuid), "name"), [], "another's")
      same(await allOf(storage, listOf(undefined), "name"), [bare], "the platform's")
    },
  ),
  storageCase(
    "oauthClients: sorted by creation and by name, by code point, ties by client id",
    async (storage) => {
      await found(storage)
      const of = { organizationUuid: away.uuid }
      const [a, b, c, d] = [
        oauthClient(104, { ...of, name: "alpha", createdAt: at(1) }),
        oauthClient(103, { ...of, name: "Zulu", createdAt: at(1) }),
        oauthClient(102, { ...of, name: "Zulu", createdAt: at(2) }),
        oauthClient(101, { ...of, name: "émile", createdAt: at(0) }),
      ]
      await add(storage, a, b, c, d)
      await sortsBy(storage, listOf(away.uuid), "created_at", [d, b, a, c])
      await sortsBy(storage, listOf(away.uuid), "name", [c, b, a, d])
    },
  ),
  storageCase(
    "oauthClients: an origin is that of a redirect URI: scheme, host and port",
    async (storage) => {
      await found(storage)
      const redirectUris = [
        "https://app.example:443/cb",
        "https://app.example/other",
        "http://127.0.0.1:9000/cb",
        "com.example.app:/cb",
      ]
      await add(storage, oauthClient(100, { ...ofHome, redirectUris }))
      const [known, unknown] = [
        ["https://app.example", "http://127.0.0.1:9000"],
        [
          "http://app.example",
          "https://app.example:8443",
          "https://app.example.org",
          "https://app.exampl",
          "http://127.0.0.1",
        ],
      ]
      for (const origin of known) claim(await hasOrigin(storage, origin), `${origin} must be known`)
      for (const origin of unknown)
        claim(!(await hasOrigin(storage, origin)), `${origin} must not be known`)
      claim(!(await hasOrigin(storage, "https://app.example/cb")), "a redirect URI is no origin")
    },
  ),
  storageCase("oauthClients: a private-use scheme has no origin", async (storage) => {
    await found(storage)
    await add(
      storage,
      oauthClient(100, {
        ...ofHome,
        redirectUris: ["com.example.app:/cb", "com.example.app://host/cb"],
      }),
    )
    for (const origin of ["null", "com.example.app:", "com.example.app://host", ""])
      claim(!(await hasOrigin(storage, origin)), `${origin} must not be known`)
  }),
  storageCase(
    "oauthClients: an origin goes when its redirect URI goes, or its last client is disabled",
    async (storage) => {
      await found(storage)
      const one = oauthClient(100, {
        ...ofHome,
        redirectUris: ["https://one.example/cb", "https://both.example/cb"],
      })
      const other = oauthClient(101, { redirectUris: ["https://both.example/other"] })
      await add(storage, one, other)
      await change(storage, { ...one, redirectUris: ["https://new.example/cb"] })
      claim(
        !(await hasOrigin(storage, "https://one.example")),
        "an origin whose URI is gone must not be known",
      )
      claim(await hasOrigin(storage, "https://new.example"), "a new origin must be known")
      claim(
        await hasOrigin(storage, "https://both.example"),
        "an origin that another client has must be known",
      )
      await change(storage, { ...other, disabledAt: at(1) })
      claim(
        !(await hasOrigin(storage, "https://both.example")),
        "a disabled client's origin must not be known",
      )
      await change(storage, other)
      claim(
        await hasOrigin(storage, "https://both.example"),
        "the origin of a client that was enabled again must be known",
      )
      await write(storage, (tx) =>
        tx.oauthClients.change(one).then(() => Promise.reject(new Error("on purpose"))),
      ).catch(() => undefined)
      claim(
        !(await hasOrigin(storage, "https://one.example")),
        "an origin that was undone must not be known",
      )
    },
  ),
]
