import type { Completion, StoredObject, UploadProblem } from "../../ports/object-store.ts"
import { incomingAt, objectAt } from "./s3-keys.ts"
import { listParts, type ListedPart } from "./s3-lists.ts"
import { expectGranted, type S3Requests } from "./s3-requests.ts"
import { escaped } from "./xml.ts"

/** S3 asks every part but the last for as many bytes. */
const partBytesMin = 5 * 1024 * 1024

/** A server joins and copies the bytes while we wait. */
const slowMsMax = 120_000

const problems: Readonly<Record<string, UploadProblem>> = {
  InvalidPart: "part",
  InvalidPartOrder: "order",
  EntityTooSmall: "small",
}

/** What the store knows of a path. */
type Find = (path: string) => Promise<Omit<StoredObject, "key"> | undefined>

/**
 * Makes an object of the parts that arrived: they are joined where they are, and copied to where
 * nothing that an uploader may ask for reaches them. Each step may be repeated, so a call that broke
 * off is taken up by the next one.
 */
export const completeUpload = async (
  requests: S3Requests,
  find: Find,
  completion: Completion,
): Promise<UploadProblem | undefined> => {
  const { key, sizeInBytes } = completion
  const [from, to] = [incomingAt(key), objectAt(key)]
  const isThere = async (path: string) => (await find(path))?.sizeInBytes === sizeInBytes
  if (await isThere(to)) return undefined
  const problem = await join(requests, from, completion)
  // Another call, or one that broke off, may have joined or even published them.
  if (problem === "missing" && !(await isThere(from)))
    return (await isThere(to)) ? undefined : problem
  if (problem !== undefined && problem !== "missing") return problem
  const copied = await expectGranted(
    requests,
    {
      method: "PUT",
      path: to,
      headers: { "x-amz-copy-source": `/${requests.bucket}/${from}` },
      timeoutMs: slowMsMax,
    },
    ["NoSuchKey"],
  )
  if (!(await isThere(to))) return copied.errorCode === undefined ? "size" : "missing"
  await requests.send({ method: "DELETE", path: from })
  return undefined
}

/** Joins the parts. `missing` where the upload is not there, or nothing of it. */
const join = async (
  requests: S3Requests,
  path: string,
  { token, sizeInBytes, parts }: Completion,
): Promise<UploadProblem | undefined> => {
  const arrived = await listParts(requests, path, token)
  if (arrived === undefined) return "missing"
  // The server is asked first, so that it joins nothing that would have to be removed again.
  const problem =
    parts === undefined
      ? problemOfWhole(arrived, sizeInBytes)
      : problemOfParts(arrived, parts, sizeInBytes)
  if (problem !== undefined) return problem
  const named = parts === undefined ? [1] : parts.map(({ number }) => number)
  const { errorCode } = await expectGranted(
    requests,
    {
      method: "POST",
      path,
      query: { uploadId: token },
      headers: { "content-type": "application/xml" },
      body: completionBody(named, arrived),
      timeoutMs: slowMsMax,
    },
    ["NoSuchUpload", ...Object.keys(problems)],
  )
  if (errorCode === undefined) return undefined
  return problems[errorCode] ?? "missing"
}

type Arrived = ReadonlyMap<number, ListedPart>

const problemOfWhole = (arrived: Arrived, sizeInBytes: number): UploadProblem | undefined => {
  const part = arrived.get(1)
  if (part === undefined) return "missing"
  return part.sizeInBytes === sizeInBytes ? undefined : "size"
}

const problemOfParts = (
  arrived: Arrived,
  parts: NonNullable<Completion["parts"]>,
  sizeInBytes: number,
): UploadProblem | undefined => {
  if (parts.some(({ number }, index) => number <= (parts[index - 1]?.number ?? 0))) return "order"
  let size = 0
  for (const [index, { number, etag }] of parts.entries()) {
    const part = arrived.get(number)
    if (part === undefined || part.etag !== bareEtag(etag)) return "part"
    if (index < parts.length - 1 && part.sizeInBytes < partBytesMin) return "small"
    size += part.sizeInBytes
  }
  return size === sizeInBytes ? undefined : "size"
}

const bareEtag = (etag: string): string => etag.replaceAll('"', "").toLowerCase()

const completionBody = (numbers: readonly number[], arrived: Arrived): string => {
  const parts = numbers.map(
    (number) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>"${escaped(arrived.get(number)?.etag ?? "")}"</ETag></Part>`,
  )
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join("")}</CompleteMultipartUpload>`
}
