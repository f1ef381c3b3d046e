import type { FileRepository } from "../files/file-repository.ts"
import type { FileUse, StoredFile } from "../files/file.ts"
import { compare, pageOf, rowsOf, sliceOf } from "./page-of.ts"
import { addNew, type Tables } from "./tables.ts"

export const files = (tables: Tables): FileRepository => ({
  ...counted(tables),
  add: async (file) => {
    if (!tables.files.hasRoomFor(file)) return false
    addNew(tables.files, file, "file")
    count(tables, file.holderUuid, file.countedBytes)
    return true
  },
  find: async (slugOrUuid) => tables.files.get(slugOrUuid) ?? tables.files.at(slugOrUuid),
  findAll: async (uuids) => rowsOf(tables.files.get, uuids),
  lock: async (uuid) => tables.files.get(uuid),
  change: async (file) => {
    if (tables.files.get(file.uuid) === undefined) return false
    tables.files.put(file)
    return true
  },
  list: async (ownerUuid, page) =>
    pageOf(
      tables.files.rows().filter((file) => file.state === "stored" && file.ownerUuid === ownerUuid),
      page,
      ({ createdAt }) => createdAt,
      ({ uuid }) => uuid,
    ),
  walkOf: async (ownerUuid, after, limit) =>
    sliceOf(
      tables.files.rows().filter((row) => row.state === "stored" && row.ownerUuid === ownerUuid),
      (row) => row.uuid,
      after,
      limit,
    ),
  countPending: async (holderUuid, at) =>
    tables.files
      .rows()
      .filter(
        (file) =>
          file.state === "pending" &&
          file.holderUuid === holderUuid &&
          file.clearAt !== undefined &&
          file.clearAt > at,
      ).length,
  uses: async (uuid, limit) =>
    usesOf(tables, uuid)
      .toSorted((a, b) => compare(a.type, b.type) || compare(a.uuid, b.uuid))
      .slice(0, limit),
  removeAllOf: async (holder, at) =>
    removeThose(tables, ({ holderUuid }) => holderUuid === holder, at),
  removeOwned: async (owner, at) => removeThose(tables, ({ ownerUuid }) => ownerUuid === owner, at),
  toClear: async (at, limit) =>
    tables.files
      .rows()
      .filter(({ clearAt }) => clearAt !== undefined && clearAt <= at)
      .toSorted((a, b) => compare(a.clearAt, b.clearAt) || compare(a.uuid, b.uuid))
      .slice(0, limit),
  walk: async (after, limit) =>
    tables.files
      .rows()
      .filter(({ uuid }) => after === undefined || compare(uuid, after) > 0)
      .toSorted((a, b) => compare(a.uuid, b.uuid))
      .slice(0, limit),
  forget: async (uuid) => {
    const file = tables.files.get(uuid)
    if (file?.state !== "removed") return false
    tables.files.delete(uuid)
    count(tables, file.holderUuid, -file.countedBytes)
    return true
  },
})

/** What holders have: its bytes, and what of it is to be cleared. */
const counted = (
  tables: Tables,
): Pick<FileRepository, "toClearOf" | "lockBytes" | "walkBytes" | "recountBytes"> => ({
  toClearOf: async (holderUuid, at, limit) =>
    tables.files
      .rows()
      .filter((file) => file.holderUuid === holderUuid)
      .filter(({ clearAt }) => clearAt !== undefined && clearAt <= at)
      .toSorted((a, b) => compare(a.clearAt, b.clearAt) || compare(a.uuid, b.uuid))
      .slice(0, limit),
  lockBytes: async (holderUuid) => tables.fileBytes.get(holderUuid)?.bytes ?? 0,
  walkBytes: async (after, limit) =>
    sliceOf(tables.fileBytes.rows(), ({ holderUuid }) => holderUuid, after, limit).map((row) => ({
      ...row,
      actualBytes: actualBytes(tables, row.holderUuid),
    })),
  recountBytes: async (holderUuid) => {
    const bytes = actualBytes(tables, holderUuid)
    tables.fileBytes.put({ holderUuid, bytes })
    return bytes
  },
})

const count = (tables: Tables, holderUuid: string, bytes: number): void => {
  const before = tables.fileBytes.get(holderUuid)?.bytes ?? 0
  if (bytes !== 0) tables.fileBytes.put({ holderUuid, bytes: before + bytes })
}

const actualBytes = (tables: Tables, holder: string): number =>
  tables.files
    .rows()
    .filter(({ holderUuid }) => holderUuid === holder)
    .reduce((sum, { countedBytes }) => sum + countedBytes, 0)

const removeThose = (
  tables: Tables,
  isOne: (file: StoredFile) => boolean,
  clearAt: Date,
): number => {
  const found = tables.files.rows().filter((file) => file.state !== "removed" && isOne(file))
  for (const file of found) tables.files.put({ ...file, state: "removed", clearAt })
  return found.length
}

const usesOf = (tables: Tables, file: string): readonly FileUse[] => [
  ...tables.organizations
    .rows()
    .filter((row) => row.deletedAt === undefined && row.logoImageFileUuid === file)
    .map(({ uuid }) => ({ type: "organization", uuid }) as const),
  ...tables.tiers
    .rows()
    .filter((row) => row.deletedAt === undefined && row.imageFileUuid === file)
    .map(({ uuid }) => ({ type: "membership_tier", uuid }) as const),
  ...tables.activities
    .rows()
    .filter((row) => row.deletedAt === undefined && row.imageFileUuid === file)
    .map(({ uuid }) => ({ type: "activity", uuid }) as const),
  ...tables.users
    .rows()
    .filter((row) => row.deletedAt === undefined && row.avatarImageFileUuid === file)
    .map(({ uuid }) => ({ type: "user", uuid }) as const),
  ...tables.cards
    .rows()
    .filter((row) => row.customFrontImageFileUuid === file)
    .map(({ uuid }) => ({ type: "card", uuid }) as const),
  ...tables.cardModels
    .rows()
    .filter((row) => row.frontImageFileUuid === file || row.backImageFileUuid === file)
    .map(({ uuid }) => ({ type: "card_model", uuid }) as const),
  ...tables.profilePages
    .rows()
    .filter((row) => row.imageFileUuid === file)
    .map(({ uuid }) => ({ type: "profile_page", uuid }) as const),
  ...tables.profileTemplates
    .rows()
    .filter((row) => row.imageFileUuid === file)
    .map(({ uuid }) => ({ type: "profile_template", uuid }) as const),
  ...tables.rewardFiles
    .rows()
    .filter(({ fileUuid }) => fileUuid === file)
    .map(({ rewardTemplateUuid: uuid }) => ({ type: "reward", uuid }) as const),
]
