import type { Outcome } from '#domain/street/outcome.ts'
import type { Visit } from '#domain/street/visit.ts'

/**
 * The visits at doors, with the public key (docs/product 15.5).
 *
 * - `POST` takes a {@link VisitCall} or an array of at most {@link MAX_VISITS_A_CALL}, and returns what is stored: a
 *   {@link VisitStored}, or an array in the same order. An id that is already stored changes nothing, so a visit can be
 *   sent any number of times.
 * - `GET ?lead_id=` returns {@link VisitStored}[] of one door, latest first.
 */
export const VISITS_PATH = '/functions/v1/visits'

export const MAX_VISITS_A_CALL = 200

export type VisitCall = {
  id: string
  lead_id: string
  outcome: Outcome
  /** ISO 8601 with its zone, by the phone's clock. */
  occurred_at: string
  note?: string | null | undefined
  call_back_on?: string | null | undefined
  call_back_at?: string | null | undefined
  undoes?: string | null | undefined
  /** The identity that the phone gave itself, so that an agent sees which phone noted what. */
  phone?: string | null | undefined
}

export type VisitStored = Visit & { received_at: string }
