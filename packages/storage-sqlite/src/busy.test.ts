import { StorageUnavailable } from "@symbolon/core/storage"
import { describe, expect, it } from "vitest"
import { rejectionOf } from "./busy.ts"

const failing = (code: string): Error => Object.assign(new Error("no"), { code })

describe("rejectionOf", () => {
  it.each([
    "SQLITE_BUSY",
    "SQLITE_BUSY_SNAPSHOT",
    "SQLITE_LOCKED",
    "SQLITE_FULL",
    "SQLITE_IOERR_FSYNC",
    "SQLITE_CANTOPEN",
  ])("%s is temporary", (code) =>
    expect(rejectionOf(failing(code))).toBeInstanceOf(StorageUnavailable),
  )
  it.each(["SQLITE_CORRUPT", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_ERROR", "SQLITE_FULLER"])(
    "%s is not temporary",
    (code) => {
      const reason = failing(code)
      expect(rejectionOf(reason)).toBe(reason)
    },
  )
})
