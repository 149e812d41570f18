import { sql } from 'kysely'
import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import type { Db } from '../db/schema.ts'
import { countActiveEntries } from '../street/register/signed-sales.queries.ts'
import { NotDone } from './not-done.ts'

/** The numbers of rows in a database. */
export type Contents = { leads: number; sales: number; deliveries: number }

/** SQL that returns one row of `Contents`. */
export const COUNT_CONTENTS = `
  select (select count(*) from public.leads) as leads, (select count(*) from public.opportunities) as sales,
    (select count(*) from public.deliveries) as deliveries`

/** Reads the contents that psql reported as JSON. Throws `NotDone` if the report is anything else. */
export function contentsIn(text: string): Contents {
  const contents = parseJson(text)
  if (!isObject<Contents>(contents)) throw new NotDone('psql did not report what the database holds.')
  return contents
}

/** Counts the contents of a database. */
export async function countContents(db: Db): Promise<Contents> {
  const { rows } = await sql.raw<Contents>(COUNT_CONTENTS).execute(db)
  return rows[0] ?? { leads: 0, sales: 0, deliveries: 0 }
}

/** Throws `NotDone` if this is not the database of a Doorstep. */
export async function expectDoorstep(db: Db): Promise<void> {
  const { ours } = await findTables(db)
  if (!ours) throw new NotDone('There is no Doorstep in this database.')
}

/** Throws `NotDone` if a restore would delete tables of another program, or rows of ours without `replace`. */
export async function refuseToTakeAway(db: Db, replace: boolean): Promise<void> {
  const tables = await findTables(db)
  if (!tables.any) return
  if (!tables.ours)
    throw new NotDone('The database has tables that are not Doorstep’s. Give Doorstep its own database.')
  if (replace) return
  const { leads, sales } = await countContents(db)
  const entries = tables.has_register ? await countActiveEntries(db) : 0
  const held = entries > 0 ? `${entries} entries of the do-not-knock register, ` : ''
  if (leads + sales + entries > 0)
    throw new NotDone(
      `The database holds ${held}${leads} leads and ${sales} sales. Add --replace to replace them with the backup.`,
    )
}

type Tables = { any: boolean; ours: boolean; has_register: boolean }

async function findTables(db: Db): Promise<Tables> {
  const { rows } = await sql<Tables>`
    select exists (select from pg_tables where schemaname = 'public') as any,
      to_regclass('public.schema_migrations') is not null as ours,
      to_regclass('public.do_not_knock') is not null as has_register`.execute(db)
  return rows[0] ?? { any: false, ours: false, has_register: false }
}

/**
 * Gives a restored database a new epoch (decision 22). Every phone then receives `reload`, and no change with the
 * transaction id of another server can appear later as if it were new. Also ends every sign-in and open invitation,
 * because they may have been ended or used since the backup. Backups of earlier versions have none.
 */
export const BEGIN_NEW_LIFE = `truncate public.changes;
  update public.change_epoch set epoch = substr(md5(gen_random_uuid()::text), 1, 12);
  do $$ begin
    if to_regclass('public.sign_ins') is not null then
      delete from public.sign_ins;
      delete from public.invitations where used_at is null;
    end if;
  end $$;`
