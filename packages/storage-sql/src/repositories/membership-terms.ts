import type { MembershipTermRepository, StoredTerm } from "@symbolon/core/storage"
import { done, rows } from "../executor.ts"
import { namesOf } from "../schema/columns.ts"
import { membershipTermColumns } from "../schema/membership-history.ts"
import { compiled, insertEach, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

interface Of {
  readonly membershipUuids: readonly string[]
}

const statements = {
  add: insertEach<StoredTerm>("membershipTerms", membershipTermColumns),
  of: statement<Of>()(({ db, flavor }, p) =>
    db
      .selectFrom("membershipTerms")
      .select(namesOf(membershipTermColumns))
      .where((eb) => flavor.among(eb.ref("membershipUuid"), eb.val(p.membershipUuids)))
      .orderBy("membershipUuid")
      .orderBy("ordinal"),
  ),
  removeOf: statement<Of>()(({ db, flavor }, p) =>
    db
      .deleteFrom("membershipTerms")
      .where((eb) => flavor.among(eb.ref("membershipUuid"), eb.val(p.membershipUuids))),
  ),
}

export const membershipTerms: Opens<MembershipTermRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (terms) => done(run.add(tx, terms)),
    of: (membershipUuids) => rows(run.of(tx, { membershipUuids })),
    removeOf: (membershipUuids) => done(run.removeOf(tx, { membershipUuids })),
  })
}
