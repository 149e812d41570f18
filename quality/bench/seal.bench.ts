import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/database.ts'
import { listDocumentsAt } from '#server/documents/documents.testing.ts'
import { opensslKey } from '#server/documents/key/seal-keys.testing.ts'
import { createSealThread } from '#server/documents/seal/seal-thread.ts'
import { SALE, signedSource } from '#server/documents/sources.testing.ts'
import { recordOf, sellAt } from '#server/evidence/signings.testing.ts'
import { createEmbedded } from './harness/databases.ts'
import { runLoad, toRequest } from './harness/load.ts'
import { type Running, startDoorstep } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { alternate, median, ratio } from './harness/rounds.ts'

/**
 * How long does the seal of a sale take on the embedded database, compared with the same document without server and
 * database? And does sealing delay the server, compared with one that takes the same sales and lists but has no key and
 * seals nothing?
 */
const LEADS = 10_000
const ROUNDS = 5
const SALES = 20
const PACE_MS = 250
const READERS = 4
const READER_RESTS_MS = 10
/** The time that the process's own meter of its event loop adds to every delay. */
const METER_MS = 10
const LIST = toRequest('GET', '/rest/v1/leads?select=*&order=created_at.desc&limit=50', {
  apikey: 'public-anon-key',
})

const folder = mkdtempSync(path.join(os.tmpdir(), 'doorstep-bench-key-'))
const { key, certificate } = opensslKey(folder, 'company', 'rsa:3072')
const files = { key: readFileSync(key), certificate: readFileSync(certificate), password: undefined }
const thread = createSealThread()
const embedded = { sealing: await createEmbedded(LEADS), keyless: await createEmbedded(LEADS) }
const sealing = await startDoorstep(embedded.sealing.env)
const keyless = await startDoorstep({ ...embedded.keyless.env, SEAL_KEY_FILE: path.join(folder, 'none') })

/** Returns the median time, in milliseconds, in which a thread of this process renders and seals a document. */
async function sealAlone(): Promise<number> {
  const times: number[] = []
  while (times.length < SALES) {
    const begun = performance.now()
    await thread.seal({ source: signedSource(), files, at: SALE.received_at })
    times.push(performance.now() - begun)
  }
  return median(times)
}

let sales = 0
/** Sells at a steady pace while readers read the list, and returns the server's 99th percentile of delays in ms. */
async function sellAndRead({ url, port }: Running): Promise<number> {
  await readDelayMs(url)
  const reading = runLoad(port, { connections: READERS, durationMs: SALES * PACE_MS }, async (call) => {
    await call(LIST)
    await delay(READER_RESTS_MS)
  })
  for (let sold = 0; sold < SALES; sold++) {
    const pace = delay(PACE_MS)
    await sellAt(url, recordOf(`sale_${sales++}`))
    await pace
  }
  await reading
  return readDelayMs(url)
}

/** Returns the 99th percentile since the last read. */
async function readDelayMs(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(metrics)?.[1]) * 1_000 - METER_MS
}

async function sellAndSeal(): Promise<number> {
  const delayMs = await sellAndRead(sealing)
  while ((await listDocumentsAt(sealing.url, `sale_${sales - 1}`)).length === 0) await delay(PACE_MS)
  return delayMs
}

const { alone, withSeals, without } = await alternate(
  { alone: sealAlone, withSeals: sellAndSeal, without: () => sellAndRead(keyless) },
  ROUNDS,
)
for (const server of [sealing, keyless]) await server.stop()
await thread.stop()
const rounds = await readSealTimes()
for (const database of Object.values(embedded)) await database.remove()
rmSync(folder, { recursive: true })

/** Returns the milliseconds of each seal in the server, from claim to storage, by round without the first. */
async function readSealTimes(): Promise<number[][]> {
  const database = await openDatabase(
    { databaseUrl: undefined, dataDir: embedded.sealing.env.DATA_DIR },
    console,
  )
  const { rows } = await sql<{ ms: number }>`
    select duration_ms as ms from delivery_attempts join deliveries on deliveries.id = delivery_id
    where target = 'seal' and ok order by delivery_attempts.id`.execute(database.db)
  await database.close()
  return withSeals.map((_, round) => rows.slice((round + 1) * SALES, (round + 2) * SALES).map(({ ms }) => ms))
}

const seals = rounds.map(median)
report(
  'seal',
  `the seal of a sale with evidence on the embedded database, ${1_000 / PACE_MS} sales a second while ${READERS} connections read lists; beside the same document alone, and a server that seals nothing`,
  [
    {
      what: 'a seal, from its claim until it is stored, median',
      value: median(seals),
      unit: 'ms',
      target: '<= 150',
    },
    { what: 'the same document without server and database', value: median(alone), unit: 'ms' },
    { what: 'a seal to the document alone', value: ratio(seals, alone), unit: 'times' },
    {
      what: 'p99 delay of the event loop, to that of a server that seals nothing',
      value: ratio(withSeals, without),
      unit: 'times',
      target: '<= 1.2',
    },
    { what: 'p99 delay of the event loop with seals', value: median(withSeals), unit: 'ms' },
    { what: 'the same without', value: median(without), unit: 'ms' },
  ],
)
