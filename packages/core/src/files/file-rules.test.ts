import * as fc from "fast-check"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { limits } from "../foundation/kernel/limits.ts"
import { isOneLine } from "../foundation/kernel/text.ts"
import {
  cleanFileName,
  contentFault,
  fileAt,
  isPublic,
  partBytesOf,
  partsOf,
  permitFile,
  permitImage,
  permitRemoval,
  publicUrlOf,
  storageKeyOf,
  uploadRefusal,
} from "./file-rules.ts"

describe("the name of a file", () => {
  it.each([
    ["pier.png", "pier.png"],
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\ada\\pier.png", "pier.png"],
    ["..", "file"],
    [".htaccess", "htaccess"],
    ["pier\r\nX-Evil: 1.png", "pierX-Evil: 1.png"],
    ["gpj\u202e.exe", "gpj.exe"],
    ["pier\u0000.png", "pier.png"],
    ["\u2800", "file"],
    ["e\u0301.png", "\u00e9.png"],
    ["\u0645\u06cc\u200c\u062e\u0648.pdf", "\u0645\u06cc\u200c\u062e\u0648.pdf"],
    ["", "file"],
    ["x".repeat(10_000), "x".repeat(255)],
  ])("%j is kept as %j", (sent, kept) => {
    expect(cleanFileName(sent)).toBe(kept)
  })

  it("is one line that people can see, without folders, whatever was sent", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 0, maxLength: 400 }), (sent) => {
        const kept = cleanFileName(sent)
        expect(isOneLine(kept) && kept !== "" && [...kept].length <= 255).toBe(true)
        expect(kept).not.toMatch(/[/\\]|^\./)
      }),
    )
  })
})

const mebibyte = 1024 * 1024
const uuid = "01994f3e-7c00-7000-8000-000000000001"

describe("the key of a file's object", () => {
  it("is the month of its uuid and the uuid, and its URL follows from it", () => {
    expect(storageKeyOf(uuid)).toBe(`2025/09/${uuid}`)
    const url = publicUrlOf("http://x.test", uuid)
    expect(url).toBe(`http://x.test/files/primary/2025/09/${uuid}`)
    expect(fileAt("http://x.test", url)).toBe(uuid)
    for (const other of [url.replace("x.test", "y.test"), url.replace("09", "10"), "x", ""])
      expect(fileAt("http://x.test", other)).toBeUndefined()
  })
})

describe("the parts of an upload", () => {
  it.each([
    [8 * mebibyte, undefined],
    [8 * mebibyte + 1, 8 * mebibyte],
    [100 * mebibyte, 8 * mebibyte],
    // Ten thousand parts are the most.
    [100_000 * mebibyte, 10 * mebibyte],
    [100_001 * mebibyte, 11 * mebibyte],
  ])("of %d bytes have %s bytes", (size, partBytes) => {
    expect(partBytesOf(size, 8 * mebibyte)).toBe(partBytes)
  })

  it("are the file, whatever its size: none is empty, all but the last are as large as they may be", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: limits.fileBytesMost }), (size) => {
        const partBytes = partBytesOf(size, 8 * mebibyte) ?? size
        const parts = partsOf(size, partBytes)
        expect(parts.reduce((sum, { sizeInBytes }) => sum + sizeInBytes, 0)).toBe(size)
        expect(parts.map(({ number }) => number)).toEqual(parts.map((_, index) => index + 1))
        expect(parts.slice(0, -1).every(({ sizeInBytes }) => sizeInBytes === partBytes)).toBe(true)
        expect(parts.at(-1)?.sizeInBytes).toBeGreaterThan(0)
        expect(parts.length).toBeLessThanOrEqual(limits.filePartsMax)
      }),
      { numRuns: 50 },
    )
  })
})

describe("what is wrong with the bytes of a file", () => {
  const looks = (type?: string, pixels?: number) => ({ type, pixels })
  it.each([
    ["image/png", looks("image/png", 100), undefined],
    ["image/png", looks("image/gif", 100), "content_type"],
    ["image/png", looks(), "content_type"],
    ["image/png", looks("image/png"), "content_type"],
    ["image/png", looks("image/png", 0), "content_type"],
    ["image/png", looks("image/png", limits.imagePixelsMax), undefined],
    ["image/png", looks("image/png", limits.imagePixelsMax + 1), "pixels"],
    ["application/pdf", looks("application/pdf"), undefined],
    ["application/pdf", looks("application/zip"), "content_type"],
    ["text/csv", looks(), undefined],
    ["text/csv", looks("application/zip"), "content_type"],
    ["application/octet-stream", looks("application/x-msdownload"), undefined],
  ] as const)("%s that looks like %j: %s", (declared, seen, field) => {
    const fault = contentFault(declared, seen)
    expect(Object.keys(fault ?? {})).toEqual(field === undefined ? [] : [field])
  })
})

describe("what an owner can have", () => {
  it("names every field that is wrong", () => {
    const file = { ownerType: "user", contentType: "video/mp4", sizeInBytes: 11 } as const
    expect(Result.isSuccess(permitFile({ ...file, ownerType: "reward" }, 11))).toBe(true)
    expect(permitFile(file, 10)).toMatchObject({
      failure: {
        errors: { content_type: expect.any(String), size_in_bytes: "must be at most 10" },
      },
    })
  })

  it("is public if it is an image, but for those of rewards", () => {
    const image = { ownerType: "user", contentType: "image/png" } as const
    expect(isPublic(image)).toBe(true)
    expect(isPublic({ ...image, ownerType: "reward" })).toBe(false)
    expect(isPublic({ ...image, contentType: "application/pdf" })).toBe(false)
  })
})

describe("what shows an image", () => {
  const image = {
    uuid,
    slug: "pier",
    ownerType: "organization",
    ownerUuid: "club",
    holderUuid: "club",
    fileName: "pier.png",
    contentType: "image/png",
    sizeInBytes: 1,
    countedBytes: 1,
    state: "stored",
    partBytes: undefined,
    uploadToken: "",
    clearAt: undefined,
    createdAt: new Date(0),
    updatedAt: undefined,
  } as const
  it.each([
    ["a stored one of its owner", image, true],
    ["one that is not there", undefined, false],
    ["an upload", { ...image, state: "pending" } as const, false],
    ["one of somebody else", { ...image, ownerUuid: "other" }, false],
    ["no image", { ...image, contentType: "application/pdf" }, false],
    ["one of a reward", { ...image, ownerType: "reward" } as const, false],
  ])("may show %s: %j", (_, file, isPermitted) => {
    expect(Result.isSuccess(permitImage("logo", file, ["club"]))).toBe(isPermitted)
  })

  it("keeps it from being deleted, and is named", () => {
    expect(Result.isSuccess(permitRemoval([]))).toBe(true)
    expect(permitRemoval([{ type: "user", uuid }])).toMatchObject({
      failure: { reason: "file_in_use", details: { used_by: [{ type: "user", uuid }] } },
    })
  })
})

describe("a completion that the store does not accept", () => {
  it("is a conflict while bytes are missing, and a fault of the parts otherwise", () => {
    expect(uploadRefusal("missing")).toMatchObject({
      _tag: "Conflict",
      reason: "upload_incomplete",
    })
    for (const problem of ["part", "order", "small", "size"] as const)
      expect(uploadRefusal(problem)).toMatchObject({ errors: { parts: expect.any(String) } })
  })
})
