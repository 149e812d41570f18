import { NOTHING_YET, type Opportunity } from '#domain/opportunity/opportunity.ts'
import { FOLLOWS_HEADER } from '#protocol/call-headers.ts'
import type { CopyGiven } from '#protocol/copy.ts'
import { EVIDENCE_HEADER, type EvidenceCall, evidenceHash } from '#protocol/evidence.ts'
import { RECEIPT_HEADER, receiptPayload } from '#protocol/receipt.ts'
import type { ExpectedReceipt } from '../sync/receipts.ts'
import { sha256 } from '../sync/sha256.ts'

export const SERVER_TIME = '2026-03-01T10:00:00.000Z'
/** The signed receipt for any evidence. */
export const RECEIPT = 'header.receipt.signature'
const DATE = new Date(SERVER_TIME).toUTCString()

type Row = typeof NOTHING_YET & Partial<Opportunity> & Pick<Opportunity, 'session_id'>
type Written = Partial<Opportunity>

/** A call as the server received it. `name`: the method and the last part of the path. */
export type Received = { name: string; headers: Headers; body: unknown }

type Answer = () => Response | Promise<Response>

/** Returns a problem in the server's own form. */
export const problem =
  (status: number, code: string, message = 'No.', headers: Record<string, string> = {}): Answer =>
  () =>
    Response.json({ code, message }, { status, headers: { date: DATE, ...headers } })

/** Returns an answer from something between the phone and the server. */
export const proxy =
  (status: number, body = '<html>Sign in</html>'): Answer =>
  () =>
    new Response(body, { status })

export const noConnection: Answer = () => Promise.reject(new TypeError('Failed to fetch'))

/** A server that keeps sales as Doorstep does: it recognises a repeated call, and each write that it has applied. */
export class FakeSaleServer {
  readonly sales = new Map<string, Row>()
  readonly reports: unknown[] = []
  /** The hash of the evidence of each sale, and the ways in which its copies were given. */
  readonly evidence = new Map<string, string | undefined>()
  readonly copies: CopyGiven[] = []
  readonly received: Received[] = []
  /** The leads that the server has; undefined: every lead. */
  leads: Set<string> | undefined
  /** The answers to the next calls, in turn, instead of the usual ones. */
  readonly next: Answer[] = []
  /** The answers to calls of these names, while they are set. */
  readonly instead = new Map<string, Answer>()
  /** The server does its work, but the answer is lost on the way. */
  losesAnswers = false
  readonly #applied = new Map<string, Set<string>>()

  fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(path, 'http://localhost')
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const name = `${init.method ?? 'GET'} ${url.pathname.split('/').at(-1)}`
    const call = { name, headers: new Headers(init.headers), body }
    this.received.push(call)
    const instead = this.next.shift() ?? this.instead.get(name)
    if (instead) return instead()
    const answer = await this.#answer(call, url)
    if (this.losesAnswers) throw new TypeError('Failed to fetch')
    return answer
  }

  /** The names of the calls so far; `POST sales-progress` once per report. */
  get names(): string[] {
    return this.received.map(({ name }) => name)
  }

  /** The idempotency keys of the calls so far, by their sequence numbers. */
  get sequences(): number[] {
    const keys = this.received.map(({ headers }) => headers.get('idempotency-key'))
    return keys.filter((key) => key !== null).map((key) => Number(key.split(':')[1]))
  }

  /** Restores a backup without this sale. */
  forget(sessionId: string): void {
    this.sales.delete(sessionId)
    this.evidence.delete(sessionId)
    this.#applied.delete(sessionId)
  }

  #answer(call: Received, url: URL): Response | Promise<Response> {
    switch (call.name) {
      case 'POST opportunities':
        return this.#create(call)
      case 'PATCH opportunities':
        return this.#update(call, sessionIn(url))
      case 'GET opportunities':
        return this.#read(sessionIn(url), url.searchParams.get('select')?.split(',') ?? [])
      case 'POST sales-progress':
        this.reports.push(call.body)
        return Response.json({ queued: true }, { status: 202, headers: { date: DATE } })
      case 'POST sale-evidence':
        return this.#record(call.body as EvidenceCall)
      case 'POST copy-given':
        return this.#give(call.body as CopyGiven)
      case 'POST verify-sales':
        return this.#verify((call.body as { sales: ExpectedReceipt[] }).sales)
      default:
        return Response.json({ ghlOpportunityId: 'ghl-1' }, { headers: { date: DATE } })
    }
  }

  #create({ headers, body }: Received): Response {
    const written = body as Written & Pick<Opportunity, 'session_id'>
    if (written.lead_id && this.leads && !this.leads.has(written.lead_id)) return NO_SUCH_LEAD()
    this.sales.set(written.session_id, {
      ...NOTHING_YET,
      ...this.sales.get(written.session_id),
      ...written,
    } as Row)
    this.#apply(written.session_id, headers)
    return new Response('', { status: 201, headers: { date: DATE, 'content-range': '*/*' } })
  }

  async #update({ headers, body }: Received, sessionId: string): Promise<Response> {
    const row = this.sales.get(sessionId)
    const follows = headers.get(FOLLOWS_HEADER)
    const knows = follows === null || this.#applied.get(sessionId)?.has(`${sessionId}:${follows}`)
    if (!row || !knows) return NO_SUCH_SALE()
    const written = { ...row, ...(body as Written) } as Row
    this.sales.set(sessionId, written)
    this.#apply(sessionId, headers)
    const receipt = written.contract_timestamp ? { [RECEIPT_HEADER]: `sha256=${await hashOf(written)}` } : {}
    return new Response(null, { status: 204, headers: { date: DATE, 'content-range': '*/*', ...receipt } })
  }

  async #record({ evidence }: EvidenceCall): Promise<Response> {
    const { session_id } = evidence
    if (!this.sales.has(session_id)) return NO_SUCH_SALE()
    const hash = await evidenceHash(evidence, sha256)
    this.evidence.set(session_id, hash)
    const headers = { date: DATE, [EVIDENCE_HEADER]: `sha256=${hash}` }
    return Response.json({ session_id, received_at: SERVER_TIME, receipt: RECEIPT }, { headers })
  }

  #give(copy: CopyGiven): Response {
    if (!this.evidence.has(copy.session_id)) return NO_SUCH_SALE()
    this.copies.push(copy)
    return Response.json(
      { session_id: copy.session_id, received_at: SERVER_TIME },
      { headers: { date: DATE } },
    )
  }

  #read(sessionId: string, columns: readonly string[]): Response {
    const row = this.sales.get(sessionId)
    const selected = Object.entries(row ?? {}).filter(([column]) => columns.includes(column))
    return Response.json(row ? [Object.fromEntries(selected)] : [], { headers: { date: DATE } })
  }

  async #verify(receipts: readonly ExpectedReceipt[]): Promise<Response> {
    const verdicts = { ok: [] as string[], missing: [] as string[], different: [] as string[] }
    for (const { session_id, sha256: claimed } of receipts) {
      const row = this.sales.get(session_id)
      const verdict = !row ? 'missing' : (await hashOf(row)) === claimed ? 'ok' : 'different'
      verdicts[verdict].push(session_id)
    }
    const recorded = receipts.filter(({ evidence_sha256 }) => evidence_sha256 !== undefined)
    const unrecorded = recorded
      .filter(({ session_id, evidence_sha256 }) => evidence_sha256 !== this.evidence.get(session_id))
      .map(({ session_id }) => session_id)
    const answer = recorded.length > 0 ? { ...verdicts, unrecorded } : verdicts
    return Response.json(answer, { headers: { date: DATE } })
  }

  #apply(sessionId: string, headers: Headers): void {
    const applied = this.#applied.get(sessionId) ?? new Set()
    this.#applied.set(sessionId, applied.add(headers.get('idempotency-key') ?? ''))
  }
}

const NO_SUCH_SALE = problem(406, 'PGRST116', 'No such sale.') as () => Response
const NO_SUCH_LEAD = problem(409, '23503', 'No such lead.') as () => Response
const sessionIn = (url: URL) => url.searchParams.get('session_id')?.replace('eq.', '') ?? ''
const hashOf = (row: Row) => sha256(receiptPayload(row))
