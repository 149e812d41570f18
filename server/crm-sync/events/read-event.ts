import { createHash, type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '#domain/kernel/parse-json.ts'
import { accept, type Decision, refuse } from '#domain/kernel/refusal.ts'
import type { CrmEventRow } from '../../db/rows/crm.ts'
import { storableText } from '../../http/storable-text.ts'

/** An event as it is stored. It names the record that changed, without the content, which may be personal. */
export type CrmEvent = Pick<CrmEventRow, 'webhook_id' | 'type' | 'record_kind' | 'record_id' | 'sent_at'>

/** A retry keeps the signature and timestamp of the first try. The sixth and last comes more than an hour later. */
const OLDEST_MS = 75 * 60_000
const NEWEST_MS = 5 * 60_000

/** The events that we work off, with the kind of record that they concern. */
const RECORD_KINDS = new Map<string, 'opportunity' | 'contact'>([
  ['OpportunityCreate', 'opportunity'],
  ['OpportunityUpdate', 'opportunity'],
  ['OpportunityStatusUpdate', 'opportunity'],
  ['OpportunityStageUpdate', 'opportunity'],
  ['OpportunityMonetaryValueUpdate', 'opportunity'],
  ['OpportunityDelete', 'opportunity'],
  ['ContactCreate', 'contact'],
  ['ContactUpdate', 'contact'],
  ['ContactTagUpdate', 'contact'],
  ['ContactDelete', 'contact'],
])

const text = storableText(200).min(1)

const BODY = z.object({
  type: text,
  locationId: text.nullish(),
  id: text.nullish(),
  timestamp: z
    .union([z.number(), z.string().transform(Date.parse)])
    .pipe(z.number().min(0).max(8.64e15))
    .nullish(),
  webhookId: text.nullish(),
})

/** The prefix of the id that we give an event without one. */
export const KNOWN_BY_BODY = 'sha256:'

/** Returns true if the CRM signed these bytes. The signature is Ed25519 in base64 (`X-GHL-Signature`). */
export function isSignedByCrm(raw: Buffer, signature: unknown, key: KeyObject): boolean {
  if (typeof signature !== 'string' || !/^[A-Za-z0-9+/]{86}==$/.test(signature)) return false
  return verify(null, raw, key, Buffer.from(signature, 'base64'))
}

/**
 * Reads a signed body. If the event is from another location, or of a type that we do not work off, its record is null.
 * An event without an id is identified by the hash of its body.
 */
export function readEvent(
  raw: Buffer,
  locationId: string | undefined,
  nowMs: number,
): Decision<CrmEvent, 'malformed' | 'out_of_time'> {
  const body = BODY.safeParse(parseJson(raw.toString()))
  if (!body.success) return refuse('malformed', 'This is not an event of the CRM.')
  const { type, id, timestamp, webhookId } = body.data
  if (timestamp != null && (timestamp < nowMs - OLDEST_MS || timestamp > nowMs + NEWEST_MS))
    return refuse('out_of_time', 'The timestamp is too far from now.')
  const kind = locationId !== undefined && body.data.locationId === locationId && RECORD_KINDS.get(type)
  if (kind && id == null) return refuse('malformed', 'The event names no record.')
  return accept({
    type,
    webhook_id: webhookId ?? `${KNOWN_BY_BODY}${createHash('sha256').update(raw).digest('hex')}`,
    record_kind: kind || null,
    record_id: kind ? (id ?? null) : null,
    sent_at: timestamp == null ? null : new Date(timestamp).toISOString(),
  })
}
