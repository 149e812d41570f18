import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Db, Schema } from '../schema.ts'
import type { DatabaseThread } from './database-thread.ts'

/**
 * Returns the query layer on the database of this thread. PostgreSQL has a single session there. Queries go to it
 * without waiting for each other's results, but a transaction makes all other queries wait.
 */
export function embeddedDb(thread: DatabaseThread): Db {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ThreadDriver(thread),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

class ThreadDriver implements Driver {
  readonly #thread: DatabaseThread
  #transaction: { of: DatabaseConnection; over: PromiseWithResolvers<void> } | undefined

  constructor(thread: DatabaseThread) {
    this.#thread = thread
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection: DatabaseConnection = {
      executeQuery: async <Row>(query: CompiledQuery) => {
        while (this.#isHeldFor(connection)) await this.#transaction?.over.promise
        // Must run in the same turn as the check. Otherwise a transaction could begin in between and include this
        // query.
        return execute<Row>(this.#thread, query)
      },
      streamQuery: () => {
        throw new Error('The embedded database does not stream.')
      },
    }
    return connection
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    while (this.#isHeldFor(connection)) await this.#transaction?.over.promise
    this.#transaction = { of: connection, over: Promise.withResolvers() }
    try {
      await this.#thread.exec('begin')
    } catch (error) {
      this.#endTransaction()
      throw error
    }
  }

  async commitTransaction(): Promise<void> {
    const command = await this.#thread.exec('commit')
    // PostgreSQL answers this if an earlier statement failed.
    if (command === 'ROLLBACK')
      throw Object.assign(new Error('current transaction is aborted'), { code: '25P02' })
    this.#endTransaction()
  }

  async rollbackTransaction(): Promise<void> {
    await this.#thread.exec('rollback').finally(() => this.#endTransaction())
  }

  destroy(): Promise<void> {
    return this.#thread.close()
  }

  #isHeldFor(connection: DatabaseConnection): boolean {
    return this.#transaction !== undefined && this.#transaction.of !== connection
  }

  #endTransaction(): void {
    this.#transaction?.over.resolve()
    this.#transaction = undefined
  }
}

async function execute<Row>(
  thread: DatabaseThread,
  { sql, parameters }: CompiledQuery,
): Promise<QueryResult<Row>> {
  const { rows, affectedRows } = await thread.query(sql, parameters)
  return {
    rows: rows as Row[],
    ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }),
  }
}
