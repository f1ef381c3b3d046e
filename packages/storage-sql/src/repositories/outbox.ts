import type { OutboxEvent, OutboxRepository } from "@symbolon/core/storage"
import { done, rows } from "../executor.ts"
import { namesOf } from "../schema/columns.ts"
import { outboxColumns } from "../schema/work.ts"
import { compiled, insertEach, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const statements = {
  append: insertEach<OutboxEvent>("outbox", outboxColumns),
  list: statement<{ after: string; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("outbox")
      .select(namesOf(outboxColumns))
      .where("uuid", ">", p.after)
      .orderBy("uuid")
      .limit(p.limit),
  ),
}

export const outbox: Opens<OutboxRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    append: (events) => done(run.append(tx, events)),
    list: (after, limit) => rows(run.list(tx, { after: after ?? "", limit })),
  })
}
