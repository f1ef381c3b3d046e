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
  const send = async (method: "PUT" | "GET", at: string): Promise<Response> => {
    const signed = { method, url: at, service: "s3", region, accessKeyId, secretAccessKey }
    const { headers } = await new AwsV4Signer(signed).sign()
    return fetch(at, { method, headers })
  }
  const reply = await send("PUT", url)
  if (!reply.ok) throw new Error(`PUT ${url}: ${reply.status} ${await reply.text()}`)
  // Swift remembers for some seconds that a bucket was not there, if it is told of it too late.
  for (let tries = 0; tries < 100; tries += 1) {
    if (!(await (await send("GET", `${url}/nothing`)).text()).includes("NoSuchBucket"))
      return options
    await new Promise((next) => setTimeout(next, 200))
  }
  throw new Error(`${url} was made, and is not there after 20 seconds.`)
}
