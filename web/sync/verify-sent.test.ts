import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newSale } from '#domain/sale/sale.ts'
import { termsOf } from '#protocol/sale-calls.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { findSale } from '../storage/sale-records.ts'
import { findStoredTerms, type StoredTerms, verifySales } from './ask-server.ts'
import type { Outbox } from './outbox.ts'
import { deliveredClaims } from './receipts.ts'
import { settleSale, verifySent } from './verify-sent.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))
vi.mock('./ask-server.ts')
vi.mock('./receipts.ts')
vi.mock('../storage/sale-records.ts')

const AT = '2026-03-01T10:00:00.000Z'

/** A phone that has delivered these sales. */
function phone(...delivered: string[]) {
  const claims = delivered.map((session_id) => ({ session_id, sha256: 'a'.repeat(64) }))
  vi.mocked(deliveredClaims).mockResolvedValue(claims)
  const requeued: string[] = []
  const checked: string[] = []
  const outbox = { requeue: async (sessionId: string) => void requeued.push(sessionId) } as unknown as Outbox
  const verify = () =>
    verifySent({ phone: {} as PhoneDatabase, outbox, onChecked: (sessionId) => checked.push(sessionId) })
  return { verify, requeued, checked }
}

beforeEach(() => {
  vi.resetAllMocks()
})

describe('a sale that the server no longer has', () => {
  it('waits again and shows so, also when the line breaks before the next one is settled', async () => {
    vi.mocked(verifySales).mockResolvedValue({ ok: [], missing: ['lost'], different: ['other'], at: AT })
    vi.mocked(findStoredTerms).mockResolvedValue(undefined)
    const { verify, requeued, checked } = phone('lost', 'other')
    expect(await verify()).toBe(false)
    expect(requeued).toEqual(['lost'])
    expect(checked).toEqual(['lost'])
  })

  it('waits again when all that is there is from before the signature', async () => {
    vi.mocked(verifySales).mockResolvedValue({ ok: [], missing: [], different: ['unsigned'], at: AT })
    vi.mocked(findStoredTerms).mockResolvedValue(null)
    const { verify, requeued, checked } = phone('unsigned')
    expect(await verify()).toBe(true)
    expect(requeued).toEqual(['unsigned'])
    expect(checked).toEqual(['unsigned'])
  })
})

describe('a sale that the server closed with other details than were sent', () => {
  const contract = { signature: 'data:image/png;base64,', timestamp: AT, ipAddress: '0.0.0.0' }
  const settle = async (stored: Partial<StoredTerms>) => {
    vi.mocked(verifySales).mockResolvedValue({ ok: [], missing: [], different: ['sale'], at: AT })
    vi.mocked(findSale).mockResolvedValue({ ...newSale('sale'), contract })
    vi.mocked(findStoredTerms).mockResolvedValue({ ...termsOf({ ...newSale('sale'), contract }), ...stored })
    return settleSale({} as PhoneDatabase, { session_id: 'sale', sha256: 'a'.repeat(64) })
  }

  it('waits for a person, who reads what the server has instead', async () => {
    const held = { customer_email: 'other@example.org', customer_phone: null, service_speed: '1 Mbps' }
    expect(await settle(held)).toMatchObject({
      state: 'different',
      reason:
        'The server holds other details than were signed here (email: other@example.org, phone: none, package)',
    })
  })

  it('is lost where nobody has signed it', async () => {
    expect(await settle({ contract_timestamp: null })).toEqual({ state: 'lost' })
  })
})
