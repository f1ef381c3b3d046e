import { CamelCasePlugin, DummyDriver, Kysely } from "kysely"
import type { AnyTables, Flavor } from "./flavor.ts"
import type { Database } from "./schema/database.ts"

/**
 * What statements are written with: Kysely as a compiler, and the flavor of the engine. Nothing is
 * run through it.
 */
export interface Engine {
  readonly db: Kysely<Database>
  readonly anyTables: Kysely<AnyTables>
  readonly flavor: Flavor
}

/** The engine of a flavor; made once, when a store opens. */
export const engineOf = (flavor: Flavor): Engine => ({
  db: compilerOf<Database>(flavor),
  anyTables: compilerOf<AnyTables>(flavor),
  flavor,
})

const compilerOf = <DB>(flavor: Flavor): Kysely<DB> => {
  const db = new Kysely<DB>({
    dialect: {
      ...flavor.grammar,
      createDriver: () => new DummyDriver(),
      createIntrospector: () => {
        throw new Error("Kysely only compiles here")
      },
    },
    plugins: [new CamelCasePlugin()],
  })
  return flavor.schema === undefined ? db : db.withSchema(flavor.schema)
}
