import type { Visit } from '../street/visit.ts'

let made = 0

/** Returns a visit at the door `lead`, with defaults for everything. Later calls return higher ids. */
export function visitWith(values: Partial<Visit> = {}): Visit {
  made += 1
  const outcome = values.outcome ?? 'no-answer'
  return {
    id: `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    lead_id: 'lead',
    outcome,
    occurred_at: '2026-03-02T10:00:00.000Z',
    received_at: null,
    note: null,
    call_back_on: outcome === 'call-back' ? '2026-03-05' : null,
    call_back_at: null,
    phone: null,
    undoes: null,
    ...values,
  }
}
