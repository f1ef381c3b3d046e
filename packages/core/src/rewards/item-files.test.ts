import { describe, expect, it } from "vitest"
import { filesIn, withFileUrls } from "./item-files.ts"

const pack = {
  type: "asset",
  asset_type: "sticker",
  uploaded_file_uuid: "sticker",
  parts: [{ asset_type: "sticker", uploaded_file_uuid: "part" }],
}
const certificate = {
  type: "certificate",
  image_file_uuid: "picture",
  document_file_uuid: "paper",
  metadata: { image_file_uuid: "the author's own" },
}

describe("files of items", () => {
  it("are found with what they are for and where they stand", () => {
    expect(filesIn([certificate, pack])).toEqual([
      { uuid: "picture", use: "image", isOfAsset: false, path: "0.image_file_uuid" },
      { uuid: "paper", use: "document", isOfAsset: false, path: "0.document_file_uuid" },
      { uuid: "sticker", use: "own", isOfAsset: true, path: "1.uploaded_file_uuid" },
      { uuid: "part", use: "own", isOfAsset: true, path: "1.parts.0.uploaded_file_uuid" },
    ])
  })

  it("have their URLs beside them, where there is one", () => {
    const urlOf = (uuid: string) => (uuid === "paper" ? undefined : `https://x/${uuid}`)
    expect(withFileUrls(certificate, urlOf)).toEqual({
      ...certificate,
      image_url: "https://x/picture",
    })
    expect(withFileUrls(pack, urlOf)).toEqual({
      ...pack,
      url: "https://x/sticker",
      parts: [{ ...pack.parts[0], url: "https://x/part" }],
    })
  })
})
