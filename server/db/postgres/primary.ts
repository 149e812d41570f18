import pg from 'pg'
import { STATEMENT_TIMEOUT_MS } from '../handle.ts'
import { SESSION_SETTINGS } from '../result-types.ts'
import type { PostgresHost } from './postgres-address.ts'
import { PreparingClient } from './preparing-client.ts'

/** PostgreSQL's own code for a failed connection. */
const CANNOT_CONNECT = '08001'
/** The codes for a write to a read-only server, and from a server that ends its sessions. */
const NO_MORE_USE = /^(25006|25P03|57P0.)$/
const IS_WRITABLE = `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable`
const TAKES_NO_WRITES = 'takes no writes: it is a standby, or read-only'

/**
 * Returns the query with which each session begins anyway, extended by our settings, because PgBouncer refuses them in
 * the connection itself.
 */
function beginSession(statementTimeoutMs: number): string {
  const settings = {
    ...SESSION_SETTINGS,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  }
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`)
  return [IS_WRITABLE, ...set].join(', ')
}

/** The driver's message for an exceeded `query_timeout`. */
const NO_ANSWER = 'Query read timeout'

/** No server takes writes at the moment. A retry can help. */
class NoPrimary extends Error {
  override name = 'NoPrimary'
  code = CANNOT_CONNECT
}

/** Remembers which of several servers takes writes, until a caller reports otherwise. */
export type Primary = {
  find(): Promise<PostgresHost>
  /** Reports that this host is gone or takes no writes. The next `find` then searches again. */
  forget(host: PostgresHost): void
}

/** Creates a `Primary` that tries the hosts one after another. Concurrent calls share one search. */
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

/** Returns why a server is not the primary, or undefined if it is. */
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

/** Returns the client class for a pool. Its connections go to the primary and cancel a statement after the timeout. */
export function primaryClient(primary: Primary, statementTimeoutMs = STATEMENT_TIMEOUT_MS): typeof pg.Client {
  return class extends PrimaryClient {
    constructor(config: pg.ClientConfig) {
      super(primary, config, statementTimeoutMs)
    }
  } as typeof pg.Client
}

type Connected = (error: Error | null, client?: pg.Client) => void
/** A part of the driver that its types leave out. It emits an error of the server before a query receives it. */
type Wire = {
  stream: { destroyed: boolean }
  on(event: 'errorMessage', listener: (message: { code?: string }) => void): void
}

/**
 * A connection to the primary with our session settings. If the server takes no writes, at the start or later, the
 * connection ends itself, so that the pool does not reuse it. It does the same if the server announces the end of the
 * session, because the next query would fail.
 */
export class PrimaryClient extends PreparingClient {
  readonly #primary: Primary
  readonly #statementTimeoutMs: number
  #host: PostgresHost | undefined

  constructor(primary: Primary, config: pg.ClientConfig, statementTimeoutMs = STATEMENT_TIMEOUT_MS) {
    super(config)
    this.#primary = primary
    this.#statementTimeoutMs = statementTimeoutMs
    // A pool handles the errors of idle connections only. An unhandled one elsewhere would end the process. The caller
    // receives the error from its query.
    this.on('error', () => this.#doubt())
    this.query = this.#leaveOnTimeout(this.query)
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
    // If the pool waited too long for the search, it has ended this connection before it began.
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

  /** Ends the connection if a query times out: the server may be gone, and the driver would wait for it for ever. */
  #leaveOnTimeout(query: pg.Client['query']): pg.Client['query'] {
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
