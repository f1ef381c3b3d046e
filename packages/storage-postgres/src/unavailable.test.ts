import { StorageUnavailable } from "@symbolon/core/storage"
import { describe, expect, it } from "vitest"
import { rejectionOf, rejectionOfCommit } from "./unavailable.ts"

const failing = (message: string, code?: string): Error =>
  Object.assign(new Error(message), code === undefined ? {} : { code })

const passing = [
  failing("", "ECONNREFUSED"),
  failing("read ECONNRESET", "ECONNRESET"),
  failing("getaddrinfo ENOTFOUND db", "ENOTFOUND"),
  failing("terminating connection due to administrator command", "57P01"),
  failing("the database system is starting up", "57P03"),
  failing("sorry, too many clients already", "53300"),
  failing("could not extend file", "53100"),
  failing("connection failure", "08006"),
  failing("cannot execute INSERT in a read-only transaction", "25006"),
  failing("could not serialize access", "40001"),
  failing("Connection terminated unexpectedly"),
  failing("timeout exceeded when trying to connect"),
  failing("Connection terminated due to connection timeout"),
  failing("Client has encountered a connection error and is not queryable"),
]

describe("rejectionOf", () => {
  it.each(passing)("%s is temporary", (reason) => {
    expect(rejectionOf(reason)).toBeInstanceOf(StorageUnavailable)
    expect(rejectionOf(reason)).toMatchObject({ cause: reason, isOutcomeUnknown: false })
  })
  it.each([
    failing("duplicate key", "23505"),
    failing("relation does not exist", "42P01"),
    failing("password authentication failed", "28P01"),
    failing("something of our own"),
    "no error at all",
  ])("%s is not temporary", (reason) => expect(rejectionOf(reason)).toBe(reason))
})

describe("rejectionOfCommit", () => {
  it("knows no outcome when the connection broke", () =>
    expect(rejectionOfCommit(failing("Connection terminated unexpectedly"))).toMatchObject({
      isOutcomeUnknown: true,
    }))
  it("leaves what the server undid to be tried again", () => {
    const undone = failing("could not serialize access", "40001")
    expect(rejectionOfCommit(undone)).toBe(undone)
  })
})
