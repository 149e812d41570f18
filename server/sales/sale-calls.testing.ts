import type { ServedTables } from '../postgrest/test-server.ts'

export const SESSION = 'sale_1_a'
export const CONTRACT = {
  status: 'closed-won',
  contract_signature: 'data:image/png;base64,iVBORw0KGgo=',
  contract_timestamp: '2026-03-01T10:00:00.000Z',
  contract_ip_address: '0.0.0.0',
}

const shown = { prefer: 'return=representation' }

/** Returns the calls that a test makes about the sale `SESSION`, on its current server. */
export const saleCalls = (server: () => ServedTables) => ({
  post: (body: object, headers: Record<string, string> = {}) =>
    server().call('POST', '/rest/v1/opportunities', { body, headers }),
  patch: (body: object, headers: Record<string, string> = {}) =>
    server().call('PATCH', `/rest/v1/opportunities?session_id=eq.${SESSION}`, { body, headers }),
  /** Headers that ask for the row in return. */
  shown,
  numbered: (sequence: number) => ({ ...shown, 'idempotency-key': `${SESSION}:${sequence}` }),
  stored: () => server().db.selectFrom('opportunities').selectAll().executeTakeFirstOrThrow(),
})
