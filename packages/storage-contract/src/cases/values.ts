import type { OutboxEvent } from "@symbolon/core/storage"
import { same } from "../claims.ts"
import { addOrganization, club, found } from "../club.ts"
import { activity, at, event, membership, organization, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const ofHome = { organizationUuid: club.home.uuid }

/** What holds for the values of every repository. */
export const values: readonly StorageCase[] = [
  storageCase(
    "values: instants keep their milliseconds, long ago and far ahead",
    async (storage) => {
      await found(storage)
      const moments = [
        "2026-11-21T10:00:00.001Z",
        "2026-11-21T10:00:00.999Z",
        "1969-12-31T23:59:59.999Z",
        "0099-01-01T00:00:00.000Z",
        "9999-12-31T23:59:59.999Z",
      ]
      const rows = moments.map((moment, n) =>
        event(100 + n, { ...ofHome, createdAt: new Date(moment) }),
      )
      await write(storage, (tx) => tx.outbox.append(rows))
      same(await read(storage, (tx) => tx.outbox.list(undefined, 10)), rows, "the events")
    },
  ),
  storageCase("values: instants sort and compare by time, not by their text", async (storage) => {
    const years = [
      "0099-01-01T00:00:00.000Z",
      "1969-12-31T23:59:59.999Z",
      "1970-01-01T00:00:00.000Z",
      "2026-01-01T00:00:00.000Z",
      "9999-12-31T23:59:59.999Z",
    ]
    const rows = years.map((year, n) => organization(109 - n, { createdAt: new Date(year) }))
    await write(storage, async (tx) => {
      for (const row of rows) await addOrganization(tx, row)
    })
    const page = { page: 1, pageSize: 10, sortBy: "created_at", sortOrder: "asc" } as const
    same(
      (await read(storage, (tx) => tx.organizations.list({ at: at(0) }, page))).items,
      rows,
      "the organizations",
    )
  }),
  storageCase("values: texts come back as they were, whatever their letters", async (storage) => {
    const name =
      "  Ünï \u{1F39F}\u{1F468}\u200D\u{1F469} e\u0301 \u00E9 \u202Eabc 'quoted' \"double\" \\ % _ $1 ? :a \n\t\r -- ;"
    await write(storage, (tx) => addOrganization(tx, organization(100, { name, description: "" })))
    const row = await read(storage, (tx) => tx.organizations.find(uuid(100)))
    same(row, organization(100, { name, description: "" }), "the organization")
  }),
  storageCase(
    "values: JSON comes back as JSON, nested, empty, and with odd names",
    async (storage) => {
      await found(storage)
      const documents: readonly OutboxEvent["data"][] = [
        {},
        { a: { b: { c: [[], {}, [[1], { d: null }]] } } },
        { "": 0, " ": false, "a.b": "", $set: "x", постоянно: "\u{1F39F}", constructor: [null] },
        {
          max: Number.MAX_SAFE_INTEGER,
          min: Number.MIN_SAFE_INTEGER,
          small: 1e-7,
          large: 1.5e300,
          third: 0.1,
        },
        {
          looksLikeDate: "2026-11-21T10:00:00.000Z",
          looksLikeNumber: "12",
          looksLikeNull: "null",
          looksLikeJson: `{"a":1}`,
        },
      ]
      const rows = documents.map((data, n) => event(100 + n, { ...ofHome, data }))
      await write(storage, (tx) => tx.outbox.append(rows))
      same(await read(storage, (tx) => tx.outbox.list(undefined, 10)), rows, "the events")
      const additional = documents.map((additionalData, n) =>
        activity(200 + n, { ...ofHome, additionalData }),
      )
      await write(storage, async (tx) => {
        for (const one of additional) await tx.activities.add(one)
      })
      for (const one of additional)
        same(await read(storage, (tx) => tx.activities.find(one.uuid)), one, "an activity's data")
    },
  ),
  storageCase(
    "values: nobody changes what is stored by changing what was handed in or out",
    async (storage) => {
      await found(storage)
      const tags = ["first"]
      const createdAt = at(100)
      const row = event(100, { ...ofHome, data: { tags }, createdAt })
      const validUntil = at(500)
      const annsRow = membership(100, {
        ...ofHome,
        userUuid: club.ann.uuid,
        tierUuid: club.gold.uuid,
        validUntil,
        renewableUntil: at(500),
      })
      await write(storage, async (tx) => {
        await tx.outbox.append([row])
        await tx.memberships.add(annsRow)
      })
      tags.push("second")
      createdAt.setTime(0)
      validUntil.setTime(0)
      const expected = event(100, { ...ofHome, data: { tags: ["first"] } })
      for (let time = 1; time <= 2; time += 1) {
        const [seen] = await read(storage, (tx) => tx.outbox.list(undefined, 10))
        same(seen, expected, `the event, read for the ${time}. time`)
        const open = await read(storage, (tx) =>
          tx.memberships.findOpen(club.home.uuid, club.ann.uuid),
        )
        same(open?.validUntil, at(500), `the membership's end, read for the ${time}. time`)
        seen?.createdAt.setTime(0)
        open?.validUntil?.setTime(0)
        if (Array.isArray(seen?.data["tags"])) seen.data["tags"].push("third")
      }
    },
  ),
  storageCase("values: slugs and names are told apart by case", async (storage) => {
    await write(storage, async (tx) => {
      await addOrganization(tx, organization(100, { slug: "harbour" }))
    })
    same(await read(storage, (tx) => tx.organizations.find("HARBOUR")), undefined, "another case")
  }),
]
