import type { NameRepository } from "@symbolon/core/storage"
import { did } from "../executor.ts"
import { nameColumns, type ClaimedName } from "../schema/people.ts"
import { compiled, rowStatement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const statements = {
  claim: rowStatement<ClaimedName>(nameColumns)(({ db }, row) =>
    db
      .insertInto("names")
      .values(row)
      .onConflict((oc) => oc.column("name").doNothing()),
  ),
}

export const names: Opens<NameRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    claim: (name, { kind, uuid }) => did(run.claim(tx, { name, kind, uuid })),
  })
}
