import { seriesCountColumns, sessionTallyColumns } from "./attendance.ts"
import { type Kind, kindOf } from "./columns.ts"
import { tables } from "./database.ts"

/**
 * What a column of a given name (camel case) holds, in whatever table it stands. For engines that
 * do not tell the type of a result's columns: a name means one kind everywhere, which a test holds.
 */
export const kindsByName: ReadonlyMap<string, Kind> = new Map(
  [...Object.values(tables), seriesCountColumns, sessionTallyColumns].flatMap((columns) =>
    Object.entries(columns).map(([name, column]) => [name, kindOf(column)] as const),
  ),
)
