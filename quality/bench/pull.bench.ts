import { startGoHighLevelDouble } from '#crm/gohighlevel/double/go-high-level-double.ts'
import { createEmbedded, startPostgres } from './harness/databases.ts'
import { startDoorstep } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { median } from './harness/rounds.ts'

/** How long does it take to pull 10,000 contacts, beside the time that GoHighLevel's rate limit alone imposes? */
const CONTACTS = 10_000
const CONTACTS_A_CALL = 100
const CALLS_A_SECOND = 8
const IMPOSED_MS = (CONTACTS / CONTACTS_A_CALL / CALLS_A_SECOND) * 1_000
const ROUNDS = 3

const double = await startGoHighLevelDouble({
  contacts: CONTACTS,
  rateLimit: { max: 100, intervalMs: 10_000, daily: 200_000 },
})
const CONNECTION = {
  GHL_BASE_URL: double.url,
  GHL_API_TOKEN: double.token,
  GHL_LOCATION_ID: double.locationId,
  GHL_PIPELINE_ID: double.pipelineId,
  GHL_LEAD_TAG: double.leadTag,
}

/** Milliseconds for a server's first pull, which brings every contact. */
async function pullOn(database: Record<string, string>): Promise<number> {
  const server = await startDoorstep({ ...database, ...CONNECTION })
  const startedAt = performance.now()
  const answer = await fetch(`${server.url}/functions/v1/ghl-sync?endpoint=sync-leads`, {
    method: 'POST',
    headers: { apikey: 'public-anon-key' },
  })
  const text = await answer.text()
  const tookMs = performance.now() - startedAt
  await server.stop()
  if (text !== JSON.stringify({ success: true, syncedCount: CONTACTS })) throw new Error(text)
  return tookMs
}

const postgres = await startPostgres()
const onPostgres: number[] = []
const onEmbedded: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  onPostgres.push(await pullOn(await postgres.create(0, `pull_${round}`)))
  const embedded = await createEmbedded(0)
  onEmbedded.push(await pullOn(embedded.env))
  await embedded.remove()
}
await postgres.stop()
await double.close()

const inSeconds = (what: string, ms: number) => ({ what, value: ms / 1_000, unit: 's' })
const beside = (what: string, pulls: readonly number[]) => ({
  what,
  value: median(pulls) / IMPOSED_MS,
  unit: 'times',
  target: '<= 1.2' as const,
})
report(
  'pull',
  `a first pull of ${CONTACTS} contacts from a double of GoHighLevel with its real rate limit, against ${CALLS_A_SECOND} calls a second of ${CONTACTS_A_CALL} contacts`,
  [
    beside('Doorstep to what the rate limit imposes', onPostgres),
    beside('Doorstep on its embedded database to what the rate limit imposes', onEmbedded),
    inSeconds('imposed by the rate limit', IMPOSED_MS),
    inSeconds('Doorstep', median(onPostgres)),
    inSeconds('Doorstep, embedded database', median(onEmbedded)),
  ],
)
