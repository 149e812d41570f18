import pg from 'pg'
import { SESSION_SETTINGS } from '../result-types.ts'
import type { PostgresHost } from './postgres-address.ts'
import { PreparingClient } from './preparing-client.ts'

export const STATEMENT_TIMEOUT_MS = 15_000

/** As PostgreSQL itself would say that nobody can connect. */
const CANNOT_CONNECT = '08001'
/** A write where none are taken, and the last words of a server that hangs up. */
const NO_MORE_USE = /^(25006|25P03|57P0.)$/
const IS_WRITABLE = `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable`
const TAKES_NO_WRITES = 'takes no writes: it is a standby, or read-only'

/** Sets up a session in the query that each begins with anyway: PgBouncer refuses such settings in the connection itself. */
function beginSession(statementTimeoutMs: number): string {
  const settings = {
    ...SESSION_SETTINGS,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  }
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`)
  return [IS_WRITABLE, ...set].join(', ')
}

/** What the driver says when `query_timeout` is over. */
const NO_ANSWER = 'Query read timeout'

/** There is no server that takes writes now, or the one we had is none any more. Passes by itself. */
class NoPrimary extends Error {
  override name = 'NoPrimary'
  code = CANNOT_CONNECT
}

/** Knows which of several servers takes writes, for as long as nobody finds otherwise. */
export type Primary = {
  find(): Promise<PostgresHost>
  /** Says that this one is gone or takes no writes: the next `find` looks again. */
  forget(host: PostgresHost): void
}

/** Looks for the primary among the hosts, in turn; `config` is how to connect. Many who ask at once are one search. */
export function createPrimary(hosts: readonly PostgresHost[], config: pg.ClientConfig): Primary {
  const [only] = hosts
  let known = hosts.length === 1 ? only : undefined
  let searching: Promise<PostgresHost> | undefined

  const search = async () => {
    const reasons: string[] = []
    for (const host of hosts) {
      const reason = await findObstacle({ ...config, ...host })
      if (reason === undefined) {
        known = host
        return host
      }
      reasons.push(`${host.host}:${host.port} ${reason}`)
    }
    throw new NoPrimary(`No server takes writes: ${reasons.join('; ')}`)
  }
  return {
    async find() {
      if (known) return known
      searching ??= search().finally(() => {
        searching = undefined
      })
      return searching
    },
    forget(host) {
      if (hosts.length > 1 && known === host) known = undefined
    },
  }
}

/** Why a server is not the primary; nothing when it is. */
async function findObstacle(config: pg.ClientConfig): Promise<string | undefined> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  try {
    await client.connect()
    return (await isWritable(client, IS_WRITABLE)) ? undefined : TAKES_NO_WRITES
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.end().catch(() => {})
  }
}

async function isWritable(client: pg.Client, question: string): Promise<boolean> {
  const { rows } = await client.query<{ writable: boolean }>(question)
  return rows[0]?.writable === true
}

/** Returns the client for a pool whose connections all go to the primary and cancel a statement after that time. */
export function primaryClient(primary: Primary, statementTimeoutMs = STATEMENT_TIMEOUT_MS): typeof pg.Client {
  return class extends PrimaryClient {
    constructor(config: pg.ClientConfig) {
      super(primary, config, statementTimeoutMs)
    }
  } as typeof pg.Client
}

type Connected = (error: Error | null, client?: pg.Client) => void
/** Of the driver, but not of its types: what the server says before a query is told of it. */
type Wire = {
  stream: { destroyed: boolean }
  on(event: 'errorMessage', listener: (message: { code?: string }) => void): void
}

/**
 * A connection to the primary, with what every session of ours has set. One that finds itself on a server that takes no writes, at its start or by a failed
 * write later, ends itself: a pool puts none like that back. So does one that the server has said farewell to, which
 * would fail the next query otherwise.
 */
export class PrimaryClient extends PreparingClient {
  readonly #primary: Primary
  readonly #statementTimeoutMs: number
  #host: PostgresHost | undefined

  constructor(primary: Primary, config: pg.ClientConfig, statementTimeoutMs = STATEMENT_TIMEOUT_MS) {
    super(config)
    this.#primary = primary
    this.#statementTimeoutMs = statementTimeoutMs
    // A pool hears only of those that break while idle; unheard, any other would end the process. Whoever has one
    // learns of it from the query.
    this.on('error', () => this.#doubt())
    this.query = this.#leaveInSilence(this.query)
  }

  override connect(): Promise<pg.Client>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.Client> | undefined {
    const connecting = this.#connect()
    if (!connected) return connecting
    connecting.then(
      () => connected(null, this),
      (error: Error) => connected(error),
    )
    return undefined
  }

  async #connect(): Promise<pg.Client> {
    this.#host = await this.#primary.find()
    Object.assign(this, this.#host)
    const { connection } = this as unknown as { connection: Wire }
    // A pool that has waited too long for the search has ended this connection before it began.
    if (connection.stream.destroyed) throw new NoPrimary('The search for the primary took too long')
    try {
      await super.connect()
      if (!(await isWritable(this, beginSession(this.#statementTimeoutMs))))
        throw new NoPrimary(`${this.#host.host} ${TAKES_NO_WRITES}`)
    } catch (error) {
      this.#leave()
      throw error
    }
    connection.on('errorMessage', ({ code }) => {
      if (NO_MORE_USE.test(code ?? '')) this.#leave()
    })
    return this
  }

  /** Who got no answer in time may be talking to a machine that is gone: the driver would go on waiting for it. */
  #leaveInSilence(query: pg.Client['query']): pg.Client['query'] {
    return ((...given: unknown[]) => {
      const asked: unknown = Reflect.apply(query, this, given)
      if (asked instanceof Promise)
        asked.catch((error: Error) => {
          if (error.message === NO_ANSWER) this.#leave()
        })
      return asked
    }) as pg.Client['query']
  }

  #leave(): void {
    this.#doubt()
    this.end().catch(() => {})
  }

  #doubt(): void {
    if (this.#host) this.#primary.forget(this.#host)
  }
}
