import type { Spelling } from "./spelling.ts"

/** How the settings of uploaded files are written. */
export const filesSpellings = {
  filesDir: {
    flag: "files-dir",
    env: ["SYMBOLON_FILES_DIR"],
    kind: "text",
    hint: "DIR",
    help: "directory of uploaded files (files in the data directory)",
  },
  filesS3Endpoint: {
    flag: "files-s3-endpoint",
    env: ["SYMBOLON_FILES_S3_ENDPOINT"],
    kind: "text",
    hint: "URL",
    help: "keep uploaded files in a bucket of this S3 server",
  },
  filesS3Region: {
    flag: "files-s3-region",
    env: ["SYMBOLON_FILES_S3_REGION"],
    kind: "text",
    hint: "REGION",
    help: "region of the bucket",
  },
  filesS3Bucket: {
    flag: "files-s3-bucket",
    env: ["SYMBOLON_FILES_S3_BUCKET"],
    kind: "text",
    hint: "NAME",
    help: "bucket of this deployment alone",
  },
  filesS3AccessKeyId: {
    flag: "files-s3-access-key-id",
    env: ["SYMBOLON_FILES_S3_ACCESS_KEY_ID"],
    kind: "text",
    hint: "ID",
    help: "access key that may read, write, list and delete in the bucket",
  },
  filesS3SecretAccessKey: {
    flag: "files-s3-secret-access-key",
    env: ["SYMBOLON_FILES_S3_SECRET_ACCESS_KEY"],
    kind: "text",
    hint: "SECRET",
    help: "its secret; better set in the environment",
    isSecret: true,
  },
  filesS3PathStyle: {
    flag: "files-s3-path-style",
    env: ["SYMBOLON_FILES_S3_PATH_STYLE"],
    kind: "boolean",
    hint: "true|false",
    help: "name the bucket in the path of URLs instead of the host (false)",
  },
  filesMaxBytes: {
    flag: "files-max-bytes",
    env: ["SYMBOLON_FILES_MAX_BYTES"],
    kind: "number",
    hint: "N",
    help: "largest file that can be uploaded (104857600)",
  },
  filesPartBytes: {
    flag: "files-part-bytes",
    env: ["SYMBOLON_FILES_PART_BYTES"],
    kind: "number",
    hint: "N",
    help: "larger files are uploaded in parts of so many bytes (8388608)",
  },
  filesMirroredBytes: {
    flag: "files-mirrored-bytes",
    env: ["SYMBOLON_FILES_MIRRORED_BYTES"],
    kind: "number",
    hint: "N",
    help: "bytes that copies of images at other hosts may take for each organization (1073741824)",
  },
  filesUploadsPerAddress: {
    flag: "files-uploads-per-address",
    env: ["SYMBOLON_FILES_UPLOADS_PER_ADDRESS"],
    kind: "number",
    hint: "N",
    help: "uploads that one address may send to this server at once (64)",
  },
} as const satisfies Readonly<Record<string, Spelling>>
