/**
 * Records the version that is about to be released, for the tests of the next one: `npm run
 * record-version`. Starts a PostgreSQL of its own.
 */
import pg from "pg"
import { postgresFlavor } from "../../src/flavor.ts"
import { executorOf, rememberTexts } from "../../src/executor.ts"
import { types } from "../../src/codec.ts"
import { openPostgres } from "../../src/index.ts"
import { ask, startPostgres } from "../server.ts"
import { sqliteFlavor } from "../../../storage-sqlite/src/flavor.ts"
import {
  engineOf,
  migrations,
  type PortableStorage,
  repositoriesOf,
  type RowBatch,
} from "../../../storage-sql/src/index.ts"
import { fill, openOn } from "../../../storage-sql/test/lived-in.ts"
import { load } from "../../../storage-sql/test/load.ts"
import { verbCalls } from "../../../storage-sql/test/verb-calls.ts"
import { record, type RecordedCall, recording, type SentStatement, textsOf } from "./fixture.ts"

/** So many that the calls find what they refer to: a quarter has sessions, payments and presences. */
const members = 320

const collect = async (storage: PortableStorage): Promise<RowBatch[]> => {
  const batches: RowBatch[] = []
  await storage.allRows.read(async (batch) => void batches.push(batch))
  return batches
}

/** Each verb in a transaction of its own, which is undone. */
const recordCalls = async (connectionString: string): Promise<readonly RecordedCall[]> => {
  const pool = new pg.Pool({ connectionString, max: 1, types, pipeline: true })
  const client = await pool.connect()
  const calls: RecordedCall[] = []
  for (const { name, call } of verbCalls) {
    const statements: SentStatement[] = []
    const executor = executorOf(client, "write", rememberTexts(false))
    await client.query("begin")
    executor.begin(Promise.resolve())
    // Anew each time: a store remembers how long its lists are.
    const bind = repositoriesOf(engineOf(postgresFlavor(undefined)))
    const isDone = await call(bind(recording(executor, (sent) => statements.push(sent)))).then(
      () => true,
      () => false,
    )
    await client.query("rollback")
    if (isDone) calls.push({ name, statements })
    else console.log(`${name} fails on the samples and is left out.`)
  }
  client.release()
  await pool.end()
  return calls
}

const postgres = await startPostgres()
try {
  await ask(postgres.url, "create database samples")
  const samplesUrl = Object.assign(new URL(postgres.url), { pathname: "/samples" }).href
  const [lived, loaded] = [postgres.url, samplesUrl].map((connectionString) =>
    openPostgres({ connectionString }),
  ) as [PortableStorage, PortableStorage]
  const symbolon = await openOn(lived)
  await fill(symbolon)
  await loaded.migrations.up()
  await load(loaded, members)
  const calls = await recordCalls(samplesUrl)
  record({
    migrations: {
      postgres: textsOf(postgresFlavor(undefined), migrations),
      sqlite: textsOf(sqliteFlavor, migrations),
    },
    lived: await collect(lived),
    loaded: await collect(loaded),
    calls,
  })
  await symbolon.close()
  await loaded.close()
  console.log(`Recorded ${migrations.length} migrations and ${calls.length} calls.`)
} finally {
  await postgres.stop()
}
