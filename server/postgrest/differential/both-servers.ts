import { serveTables } from '../test-server.ts'
import { createApiSchema } from './api-schema.ts'
import { type Comparable, comparable } from './comparable.ts'
import { type Call, type PlainAnswer, startPostgrest } from './real-postgrest.ts'
import { SAMPLE_ROWS } from './sample-rows.ts'

export type BothServers = Awaited<ReturnType<typeof serveBoth>>

/** Serves the sample rows with Doorstep and with the real PostgREST, which sees the catalogue's columns as views. */
export async function serveBoth(program: string) {
  const doorstep = await serveTables('postgres')
  const run = (text: string) => doorstep.db.executeQuery({ sql: text, parameters: [] } as never)
  const api = await createApiSchema(doorstep.db)
  const fill = async () => {
    await doorstep.empty()
    await run(SAMPLE_ROWS)
  }
  // PostgREST plans a count from the table's statistics. During a run of over a minute, autovacuum would make them
  // exact.
  await run('alter table leads set (autovacuum_enabled = false)')
  await fill()
  const postgrest = await startPostgrest(program, doorstep.databaseUrl ?? '', api.role)

  const askOurs = async (call: Call): Promise<PlainAnswer> => {
    const answer = await doorstep.call(call.method, `/rest/v1/${call.path}`, call)
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      text: await answer.text(),
    }
  }

  return {
    db: doorstep.db,
    /** Reads the unchanged answers of both. */
    async read(call: Call): Promise<{ ours: PlainAnswer; theirs: PlainAnswer }> {
      return { ours: await askOurs(call), theirs: await postgrest.call(call) }
    },
    /** Asks PostgREST, which rolls back its writes, and then Doorstep, whose writes the sample rows replace. */
    async ask(call: Call): Promise<{ ours: Comparable; theirs: Comparable }> {
      const headers = {
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        ...call.headers,
      }
      const theirs = comparable(await postgrest.call({ ...call, headers }))
      const ours = comparable(await askOurs({ ...call, headers }))
      if (call.body !== undefined) await fill()
      return { ours, theirs }
    },
    async stop() {
      await postgrest.stop()
      await api.drop()
      await doorstep.stop()
    },
  }
}
