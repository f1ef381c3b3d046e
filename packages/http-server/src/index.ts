/**
 * Symbolon over HTTP: a handler to mount, and a server to run.
 * @module
 */
export { createHandler, type Handler, type HandlerOptions } from "./create-handler.ts"
export type { AnsweredRequest } from "./pipeline.ts"
export { networkOf } from "./client-ip.ts"
export type { Fetch, FetchInfo } from "./fetch-adapter.ts"
export type { LimitsSwitch } from "./limiter.ts"
export { logLevels, type LogLevel, openLog } from "./log.ts"
export { apiVersion, type OpenApiDocument } from "./openapi.ts"
export { argon2Passwords } from "./passwords.ts"
export { smtpMailer, type SmtpSettings } from "./smtp-mailer.ts"
export { listen, type Listening, type ListenOptions } from "./listen.ts"
export { type Config, ConfigRefused, type ConfigSources, loadConfig } from "./config.ts"
