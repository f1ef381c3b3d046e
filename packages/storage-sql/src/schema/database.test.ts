import { describe, expect, it } from "vitest"
import { kindOf } from "./columns.ts"
import { tables } from "./database.ts"
import { kindsByName } from "./kinds.ts"

describe("the columns of the schema", () => {
  it("mean one kind under one name, in whatever table", () => {
    const contradictions = Object.entries(tables).flatMap(([table, columns]) =>
      Object.entries(columns)
        .filter(([name, column]) => kindsByName.get(name) !== kindOf(column))
        .map(([name]) => `${table}.${name}`),
    )
    expect(contradictions).toEqual([])
    expect(kindsByName.size).toBeGreaterThan(100)
  })
})
