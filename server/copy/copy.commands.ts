import { londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { copyStateOf } from '#domain/copy/copy-state.ts'
import { isPostcodeOf } from '#domain/copy/postcode.ts'
import { failed, success } from '#domain/kernel/result.ts'
import type { CustomersCopy } from '#protocol/copy.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import type { EventOfSale } from '../evidence/chain.ts'
import { type Answer, failWith, problemOf } from '../http/problem.ts'
import { appendOnce } from './append-once.ts'
import {
  type CopyEvent,
  type CopyFound,
  findLatestFile,
  listCopyEvents,
  listSealedVersions,
} from './copy.queries.ts'
import { listCopyProgress } from './copy-states.queries.ts'
import { customersCopy } from './customers-copy.ts'
import type { WrongPostcodes } from './wrong-postcodes.ts'

type CopyContext = { db: Db; config: Pick<Config, 'mail'> }

/** Returns what the page shows, and records that it was opened on that day. */
export async function openCopy({ db, config }: CopyContext, found: CopyFound): Promise<CustomersCopy> {
  const opened = eventOf('link-opened')
  const before = await listCopyEvents(db, found.chain)
  if (!before.some((known) => known.type === opened.type && isOfDayOf(opened)(known)))
    await appendOnce(db, found.chain, opened, isOfDayOf(opened))
  const [events, documents, progress] = [
    await listCopyEvents(db, found.chain),
    await listSealedVersions(db, found.sessionId),
    (await listCopyProgress(db, [found.sessionId])).get(found.sessionId),
  ]
  const copyState = progress ? copyStateOf(progress, config.mail !== undefined) : null
  return customersCopy(found, { events, documents, copyState })
}

/** Returns the newest sealed file, and records which version was downloaded on that day. */
export async function downloadDocument(
  { db }: CopyContext,
  { sessionId, chain }: CopyFound,
): Promise<Answer<Uint8Array>> {
  const file = await findLatestFile(db, sessionId)
  if (!file) return failWith('no-such-copy')
  const { version, bytes } = file
  const downloaded = eventOf('copy-downloaded', { version })
  await appendOnce(
    db,
    chain,
    downloaded,
    (known) => isOfDayOf(downloaded)(known) && known.payload['version'] === version,
  )
  return success(bytes)
}

/** Records that the customer has the documents. A repeat returns the first moment. */
export async function confirmCopy(
  { db }: CopyContext,
  { chain }: CopyFound,
): Promise<Answer<{ received_at: string }>> {
  const confirmed = await appendOnce(db, chain, eventOf('confirmed'), () => true)
  return confirmed ? success({ received_at: confirmed.at }) : failWith('no-such-copy')
}

/** Refuses a wrong postcode, and every postcode after too many wrong ones. */
export function checkPostcode(
  wrongPostcodes: WrongPostcodes,
  { chain, agreement }: CopyFound,
  entered: string,
): Answer<true> {
  const seconds = wrongPostcodes.secondsToWait(chain)
  if (seconds > 0)
    return failed({ ...problemOf('too-many-calls'), headers: { 'retry-after': String(seconds) } })
  if (isPostcodeOf(agreement.premises, entered)) return success(true)
  wrongPostcodes.count(chain)
  return failWith('wrong-postcode')
}

const eventOf = (type: EventOfSale['type'], more: Record<string, unknown> = {}): EventOfSale => ({
  type,
  at: new Date().toISOString(),
  payload: { by: 'customer', ...more },
})

const isOfDayOf =
  ({ at }: EventOfSale) =>
  (known: CopyEvent) =>
    londonDateOf(known.at) === londonDateOf(at)
