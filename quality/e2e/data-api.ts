import { randomUUID } from 'node:crypto'
import type { SigningRecord } from '#domain/evidence/evidence.ts'
import { BACK_OFFICE_PATH, type SealedDocument } from '#protocol/back-office.ts'
import { SALE_EVIDENCE_PATH, type SalesProgress } from '#protocol/functions.ts'
import { VISITS_PATH, type VisitCall } from '#protocol/visits.ts'

const KEY = 'public-anon-key'

type Row = Record<string, unknown>

const REPORT: Omit<SalesProgress, 'session_id'> = {
  step: 'eligibility-check',
  name: '',
  email: '',
  phone: '',
  address: '2 High St, Riverside, AB1 2CD',
  product: '',
  voucher_used: 1500,
  rep: 'Field Agent',
  id_document: '',
  signature: '',
  raw_data: {
    hasCustomer: false,
    hasLocation: true,
    hasEligibility: true,
    hasService: false,
    hasContract: false,
    hasIdDocument: false,
    hasSignature: false,
  },
}

/** Another client of the data API: the back office, an automation or a colleague's phone. */
export class DataApi {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** Returns the rows of `table?query`. */
  async rows(path: string): Promise<Row[]> {
    const answer = await this.#call('GET', `/rest/v1/${path}`)
    return (await answer.json()) as Row[]
  }

  async creates(table: string, row: Row): Promise<void> {
    await this.#call('POST', `/rest/v1/${table}`, row)
  }

  /** Changes the rows of `table?filter`. */
  async changes(path: string, values: Row): Promise<void> {
    await this.#call('PATCH', `/rest/v1/${path}`, values)
  }

  /** Reports the first step of a sale, as a phone does. */
  async reports(sessionId: string): Promise<void> {
    await this.#call('POST', '/functions/v1/sales-progress', { ...REPORT, session_id: sessionId })
  }

  /** Syncs the leads of the CRM, as the button does. */
  async syncsLeads(): Promise<void> {
    await this.#call('POST', '/functions/v1/ghl-sync?endpoint=sync-leads', {})
  }

  /** Stores a visit, as a phone does. By default, it has just happened. */
  async visits(visit: Pick<VisitCall, 'lead_id' | 'outcome'> & Partial<VisitCall>): Promise<void> {
    const call: VisitCall = { id: randomUUID(), occurred_at: new Date().toISOString(), ...visit }
    await this.#call('POST', VISITS_PATH, { ...call })
  }

  /** Sends the record of a signing, as a phone does. */
  async sendsEvidence(record: SigningRecord): Promise<void> {
    await this.#call('POST', SALE_EVIDENCE_PATH, { ...record })
  }

  /** Returns the sealed versions of a sale. */
  async documents(sessionId: string): Promise<SealedDocument[]> {
    const answer = await this.#call('GET', `${BACK_OFFICE_PATH}/documents?session_id=${sessionId}`)
    return (await answer.json()) as SealedDocument[]
  }

  async #call(method: string, path: string, body?: Row): Promise<Response> {
    const answer = await fetch(new URL(path, this.#url), {
      method,
      headers: { apikey: KEY, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
}
