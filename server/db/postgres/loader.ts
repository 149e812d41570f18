import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Loader } from '../handle.ts'

/** Opens a loader on its own connection, which `close` ends. */
export async function openPostgresLoader(client: pg.Client): Promise<Loader> {
  await client.connect()
  await client.query('set statement_timeout = 0')
  return {
    copy: (target, lines) =>
      pipeline(Readable.from([lines]), client.query(copyFrom(`copy ${target} from stdin`))),
    run: async (statement) => void (await client.query(statement)),
    close: () => client.end(),
  }
}
