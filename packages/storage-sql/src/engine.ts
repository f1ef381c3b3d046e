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

const engines = new WeakMap<Flavor, Engine>()

/** The engine of a flavor, shared by all its stores. */
export const engineOf = (flavor: Flavor): Engine => {
  const known = engines.get(flavor)
  if (known !== undefined) return known
  const engine = {
    db: compilerOf<Database>(flavor),
    anyTables: compilerOf<AnyTables>(flavor),
    flavor,
  }
  engines.set(flavor, engine)
  return engine
}

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
