/** The typed client of the Symbolon API: no dependencies, and no platform but `fetch`. @module */
export { type Auth, type AuthContext, bearer, type TokenResponse } from "./auth.ts"
export type { Call, CallOptions, QueryValue, WithResponse } from "./call.ts"
export { Client, type ClientOptions, type RawRequest } from "./client.ts"
export { type ActingFor, actingFor, type UserSession, userSession } from "./user-session.ts"
export { type ClientCredentials, clientCredentials } from "./client-credentials.ts"
export type { Fetch } from "./exchange.ts"
export type {
  ByteStream,
  FileUploads,
  UploadInput,
  UploadOptions,
  UploadProgress,
  UploadSource,
  UploadState,
} from "./files/upload-types.ts"
export type * from "./generated/nouns.ts"
export type * from "./generated/types.ts"
export type { List, Page } from "./list.ts"
export type { Logger } from "./logger.ts"
export type { RateLimit, ResponseInfo } from "./response-info.ts"
export type { Kind, RetryOptions } from "./retry.ts"
export {
  type ErrorCode,
  type ErrorFields,
  isApiError,
  type KnownDetails,
  SymbolonError,
  type SymbolonErrorOf,
} from "./symbolon-error.ts"
