import { s3Files } from "@symbolon/core/s3-files"
import type { Config } from "../config.ts"

const noObject = "0000/00/00000000-0000-0000-0000-000000000000"

/**
 * Asks a bucket for an object that is not there; rejects if the bucket does not answer. A directory
 * is made at the first start.
 */
export const askFiles = async ({ filesS3 }: Pick<Config, "filesS3">): Promise<void> => {
  if (filesS3 !== undefined) await s3Files(filesS3).find(noObject)
}

/** What an operator should know about files before an upload fails; undefined when all is well. */
export const filesWarning = (config: Pick<Config, "filesS3">): Promise<string | undefined> =>
  askFiles(config).then(
    () => undefined,
    (reason: unknown) =>
      `${reason instanceof Error ? reason.message : String(reason)}\nUploads and downloads of files in the bucket ${config.filesS3?.bucket} fail until it answers. Run symbolon doctor.`,
  )
