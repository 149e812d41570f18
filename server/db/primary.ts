import pg from 'pg'
import type { PostgresHost } from './postgres-address.ts'
import { PreparingClient } from './preparing-client.ts'

/** As PostgreSQL itself would say that nobody can connect. */
const CANNOT_CONNECT = '08001'
const READ_ONLY_TRANSACTION = '25006'
const IS_WRITABLE = `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable`

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
    return (await isWritable(client)) ? undefined : 'is a standby'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.end().catch(() => {})
  }
}

async function isWritable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ writable: boolean }>(IS_WRITABLE)
  return rows[0]?.writable === true
}

/** The client for a pool whose connections are all to the primary. */
export function primaryClient(primary: Primary): typeof pg.Client {
  return class extends PrimaryClient {
    constructor(config: pg.ClientConfig) {
      super(primary, config)
    }
  } as typeof pg.Client
}

type Connected = (error: Error | null, client?: pg.Client) => void
/** Of the driver, but not of its types: what the server says before a query is told of it. */
type Wire = { on(event: 'errorMessage', listener: (message: { code?: string }) => void): void }

/**
 * A connection to the primary. One that finds itself on a server that takes no writes, at its start or by a failed
 * write later, ends itself: a pool puts none like that back.
 */
export class PrimaryClient extends PreparingClient {
  readonly #primary: Primary

  constructor(primary: Primary, config: pg.ClientConfig) {
    super(config)
    this.#primary = primary
    // A pool hears only of those that break while idle; unheard, any other would end the process. Whoever has one
    // learns of it from the query.
    this.on('error', () => {})
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
    const host = await this.#primary.find()
    Object.assign(this, host)
    try {
      await super.connect()
      if (!(await isWritable(this))) throw new NoPrimary(`${host.host}:${host.port} is a standby`)
    } catch (error) {
      this.#primary.forget(host)
      this.end().catch(() => {})
      throw error
    }
    const { connection } = this as unknown as { connection: Wire }
    connection.on('errorMessage', ({ code }) => {
      if (code === READ_ONLY_TRANSACTION) this.#leave(host)
    })
    this.on('error', () => this.#primary.forget(host))
    return this
  }

  #leave(host: PostgresHost): void {
    this.#primary.forget(host)
    this.end().catch(() => {})
  }
}
