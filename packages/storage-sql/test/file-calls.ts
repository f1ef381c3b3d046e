import type { Repositories, StoredFile } from "@symbolon/core/storage"
import { at, organization, uuid } from "./sample-organization.ts"
import type { VerbCall } from "./verb-calls.ts"

/** Number of the first file. */
const firstFile = 5_000_000
/** How many owners the files are spread over. */
const owners = 50
const [someone, stranger] = [77, 990_000]

const file = (n: number): StoredFile => {
  const isPending = n % 40 === 0
  return {
    uuid: uuid(firstFile + n),
    slug: `file-${n}`,
    ownerType: "activity",
    ownerUuid: uuid(firstFile - 1 - (n % owners)),
    holderUuid: n % owners === 0 ? organization.uuid : uuid(firstFile - 1 - (n % owners)),
    fileName: `${n}.png`,
    contentType: "image/png",
    sizeInBytes: n,
    // Each that counts is a statement more of the load.
    countedBytes: n % 10 === 7 ? n : 0,
    state: isPending ? "pending" : "stored",
    partBytes: undefined,
    uploadToken: `token-${n}`,
    clearAt: isPending ? at(n * 60_000) : undefined,
    createdAt: at(n),
    updatedAt: undefined,
  }
}

/** Adds the files of these numbers. */
export const addFiles = async (tx: Repositories, numbers: readonly number[]): Promise<void> => {
  for (const n of numbers) await tx.files.add(file(n))
}

const page = { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "desc" } as const

/** Every verb about files. */
export const fileCalls: readonly VerbCall[] = [
  {
    name: "files.add",
    call: (tx) => tx.files.add({ ...file(0), uuid: uuid(stranger), slug: "stranger" }),
  },
  { name: "files.find, by uuid", call: (tx) => tx.files.find(file(someone).uuid) },
  { name: "files.find, by slug", call: (tx) => tx.files.find(file(someone).slug) },
  {
    name: "files.findAll",
    call: (tx) => tx.files.findAll([file(someone).uuid, file(someone + 1).uuid]),
  },
  { name: "files.lock", call: (tx) => tx.files.lock(file(someone).uuid) },
  { name: "files.change", call: (tx) => tx.files.change(file(someone)) },
  { name: "files.list", call: (tx) => tx.files.list(file(someone).ownerUuid, page) },
  {
    name: "files.countPending",
    call: (tx) => tx.files.countPending(file(someone).holderUuid, at(0)),
  },
  { name: "files.uses", call: (tx) => tx.files.uses(file(someone).uuid, 20) },
  { name: "files.toClear", call: (tx) => tx.files.toClear(at(10_000_000), 100) },
  { name: "files.walkOf", call: (tx) => tx.files.walkOf(file(someone).ownerUuid, "0", 500) },
  { name: "files.walk", call: (tx) => tx.files.walk(undefined, 100) },
  { name: "files.walk, further on", call: (tx) => tx.files.walk(file(someone).uuid, 100) },
  {
    name: "files.removeAllOf",
    call: (tx) => tx.files.removeAllOf(file(someone).holderUuid, at(0)),
  },
  {
    name: "files.removeOwned",
    call: (tx) => tx.files.removeOwned(file(someone).ownerUuid, at(0)),
  },
  {
    name: "files.toClearOf",
    call: (tx) => tx.files.toClearOf(file(someone).holderUuid, at(10_000_000), 100),
  },
  { name: "files.lockBytes", call: (tx) => tx.files.lockBytes(file(someone).holderUuid) },
  { name: "files.walkBytes", call: (tx) => tx.files.walkBytes(uuid(firstFile - 20), 100) },
  { name: "files.recountBytes", call: (tx) => tx.files.recountBytes(file(someone).holderUuid) },
  { name: "files.forget", call: (tx) => tx.files.forget(file(someone).uuid) },
]
