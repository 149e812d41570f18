import type { Visit } from './visit.ts'

/** The day and time of the open call-back at a lead's door. */
type OpenCallBack = { leadId: string; day: string | null; time: string | null }

/**
 * Returns the note of an open call-back, if one of these visits has it; otherwise null. The feed of doors has no notes,
 * so a phone has only its own (docs/product 15.7).
 */
export function callBackNote(visits: readonly Visit[], { leadId, day, time }: OpenCallBack): string | null {
  const undone = new Set(visits.map(({ undoes }) => undoes))
  const visit = visits.findLast(
    ({ id, lead_id, outcome, call_back_on, call_back_at }) =>
      lead_id === leadId &&
      outcome === 'call-back' &&
      call_back_on === day &&
      call_back_at === time &&
      !undone.has(id),
  )
  return visit?.note ?? null
}
