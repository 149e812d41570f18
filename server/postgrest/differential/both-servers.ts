import { randomUUID } from 'node:crypto'
import { findTable } from '../catalogue.ts'
import { serveTables } from '../test-server.ts'
import { type Comparable, comparable } from './comparable.ts'
import { type Call, type PlainAnswer, startPostgrest } from './real-postgrest.ts'
import { SAMPLE_ROWS } from './sample-rows.ts'

const TABLES = ['leads', 'opportunities', 'ghl_sync_log', 'do_not_knock']

export type BothServers = Awaited<ReturnType<typeof serveBoth>>

/** Serves the sample rows by Doorstep and by the real PostgREST, which sees the catalogue's columns as views. */
export async function serveBoth(program: string) {
  const doorstep = await serveTables('postgres')
  const role = `client_${randomUUID().replaceAll('-', '')}`
  const run = (text: string) => doorstep.db.executeQuery({ sql: text, parameters: [] } as never)
  await run(`create role ${role}; create schema api; ${TABLES.map((name) => viewFor(role, name)).join('')}`)
  await run(COMMENTS_OF_VIEWS)
  // What the triggers of the tables need.
  await run(`grant usage on schema api to ${role}; grant all on all tables in schema public to ${role};
    grant all on all sequences in schema public to ${role}`)
  const fill = async () => {
    await doorstep.empty()
    await run(SAMPLE_ROWS)
  }
  await fill()
  const postgrest = await startPostgrest(program, doorstep.databaseUrl ?? '', role)

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
    /** Reads both as they are. */
    async read(call: Call): Promise<{ ours: PlainAnswer; theirs: PlainAnswer }> {
      return { ours: await askOurs(call), theirs: await postgrest.call(call) }
    },
    /** Asks PostgREST, which rolls back what it writes, then Doorstep, whose writes are undone. */
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
      await run(`drop owned by ${role}; drop role ${role}`)
      await doorstep.stop()
    },
  }
}

function viewFor(role: string, name: string): string {
  const columns = [...(findTable(name)?.columns.values() ?? [])]
  const writable = columns.filter((column) => column.writable).map((column) => column.name)
  const rights = [`select`, ...(writable.length > 0 ? [`update (${writable})`] : [])]
  if (name === 'opportunities') rights.push(`insert (${writable})`)
  return `create view api.${name} as select ${columns.map((column) => column.name)} from public.${name};
    grant ${rights} on api.${name} to ${role};`
}

/** PostgREST describes a view by its own comments. */
const COMMENTS_OF_VIEWS = `do $$
declare one record;
begin
  for one in
    select format('column api.%I.%I', v.relname, c.attname) as subject, description
    from pg_class v
    join pg_attribute c on c.attrelid = v.oid
    join pg_attribute o on o.attrelid = ('public.' || v.relname)::regclass and o.attname = c.attname
    join pg_description on objoid = o.attrelid and objsubid = o.attnum
    where v.relnamespace = 'api'::regnamespace
    union all
    select format('view api.%I', v.relname), description
    from pg_class v
    join pg_description on objoid = ('public.' || v.relname)::regclass and objsubid = 0
    where v.relnamespace = 'api'::regnamespace
  loop
    execute format('comment on %s is %L', one.subject, one.description);
  end loop;
end $$`
