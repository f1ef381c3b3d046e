import type { S3Options } from "@symbolon/core/s3-files"
import { AwsV4Signer } from "aws4fetch"
import { type S3Server, startSwift } from "./swift.ts"

/**
 * The server that `S3_TEST_ENDPOINT` and the other `S3_TEST_` variables name, or one of our own.
 */
export const openS3Server = async (): Promise<S3Server> => {
  const env = process.env
  if (env["S3_TEST_ENDPOINT"] === undefined) return startSwift()
  return {
    endpoint: env["S3_TEST_ENDPOINT"],
    region: env["S3_TEST_REGION"] ?? "us-east-1",
    accessKeyId: env["S3_TEST_ACCESS_KEY_ID"] ?? "",
    secretAccessKey: env["S3_TEST_SECRET_ACCESS_KEY"] ?? "",
    [Symbol.asyncDispose]: async () => undefined,
  }
}

/** Makes a bucket, and answers how a store finds it. */
export const makeBucket = async (server: S3Server, bucket: string): Promise<S3Options> => {
  const { endpoint, region, accessKeyId, secretAccessKey } = server
  const options = { endpoint, region, bucket, accessKeyId, secretAccessKey, pathStyle: true }
  const url = `${endpoint}/${bucket}`
  const { headers } = await new AwsV4Signer({
    method: "PUT",
    url,
    service: "s3",
    region,
    accessKeyId,
    secretAccessKey,
  }).sign()
  const reply = await fetch(url, { method: "PUT", headers })
  if (!reply.ok) throw new Error(`PUT ${url}: ${reply.status} ${await reply.text()}`)
  return options
}
