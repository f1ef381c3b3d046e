import { expect, it } from "vitest"
import { openPostgres } from "../src/index.ts"

it("another name for the address is refused, and nothing is opened", () => {
  for (const name of ["url", "databaseUrl"])
    expect(() => Reflect.apply(openPostgres, undefined, [{ [name]: "postgres://x" }])).toThrow(
      "The address of the database is `connectionString`",
    )
  expect(() => openPostgres({ schema: "no schema" })).toThrow("Invalid schema name")
})
