import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { listTables, type Table } from '../catalogue.ts'

/**
 * Creates a role and, in the schema `api`, views of the catalogue's columns. The role may write what the public key may
 * write. `drop` removes the role.
 */
export async function createApiSchema(db: Db) {
  const role = `client_${randomUUID().replaceAll('-', '')}`
  const run = async (text: string) => void (await sql.raw(text).execute(db))
  const views = listTables().map((table) => viewFor(role, table))
  await run(`create role ${role}; create schema api; ${views.join('')}`)
  await run(COMMENTS_OF_VIEWS)
  // The triggers of the tables need these rights.
  await run(`grant usage on schema api to ${role}; grant all on all tables in schema public to ${role};
    grant all on all sequences in schema public to ${role}`)
  return { role, drop: () => run(`drop owned by ${role}; drop role ${role}`) }
}

function viewFor(role: string, { name, columns: all }: Table): string {
  const columns = [...all.values()]
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
