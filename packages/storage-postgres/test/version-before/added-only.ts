/**
 * What is wrong with the texts of a migration, in words: a server of the version before must be able
 * to go on beside its schema, so it may only add. `columns` are those that the migration adds, which
 * are empty in every row that the version before writes.
 */
export const notAdding = (
  texts: readonly string[],
  columns: readonly string[] = [],
): readonly string[] => {
  const plain = texts.map((text) =>
    text
      .toLowerCase()
      .replaceAll(/["\s]+/g, " ")
      .trim(),
  )
  const made = new Set(plain.flatMap((text) => tableMade.exec(text)?.[1] ?? []))
  return plain.flatMap((text) => {
    const fault = faultOf(text, made, columns)
    return fault === undefined ? [] : [`${fault}: ${text.slice(0, 120)}`]
  })
}

const tableMade = /^create (?:unlogged )?table (?:if not exists )?(\S+)/
const uniqueIndex = /^create unique index (?:if not exists )?\S+ on (\S+)/
const index = /^create index /
const column = /^alter table (\S+) add column /
const rows = /^(?:with .*)?insert into (\S+)/

const faultOf = (
  text: string,
  made: ReadonlySet<string>,
  columns: readonly string[],
): string | undefined => {
  if (tableMade.test(text) || index.test(text)) return undefined
  const unique = uniqueIndex.exec(text)?.[1]
  // On an older table it would refuse rows that the version before writes.
  if (unique !== undefined)
    return made.has(unique) || columns.some((name) => text.endsWith(` where ${name} is not null`))
      ? undefined
      : "a unique index on a table of an earlier migration"
  if (column.test(text))
    return /not null/.test(text) && !/default/.test(text)
      ? "a column that the version before does not fill"
      : undefined
  const filled = rows.exec(text)?.[1]
  if (filled !== undefined)
    return made.has(filled) ? undefined : "rows in a table of an earlier migration"
  return "it does not only add"
}
