import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '../../db/postgres/postgres.ts'
import { freshMigratedUrl } from '../../testing/databases.ts'
import { runCommandHere } from '../../testing/run-command-here.ts'
import { fillSealed, openSealed } from './sealed.testing.ts'

let sealed: Awaited<ReturnType<typeof openSealed>>
beforeAll(async () => {
  sealed = await openSealed('postgres')
  await fillSealed(sealed)
})
afterAll(() => sealed?.close())

const verify = () => runCommandHere({ DATABASE_URL: sealed.url }, ['verify'])

test('The command says how much it has verified, or names the first break in one line', async () => {
  expect(await verify()).toMatchObject({
    code: 0,
    said:
      'Verified: 6 documents (1 of them erased) and 2 day roots.\n' +
      '27 events in 4 chains, 3 evidence, 1 agreements, 2 keys.\n' +
      'Corrected after they were sealed: corrected.\n',
  })
  await sealed.db.connection().execute(async (session) => {
    await sql`set session_replication_role = replica`.execute(session)
    await sql`
      update evidence_events set type = 'shared'
      where seq = 3 and chain = (select chain from sale_evidence where session_id = 'cancelled')`.execute(
      session,
    )
    await sql`set session_replication_role = origin`.execute(session)
  })
  expect(await verify()).toEqual({
    code: 1,
    said: '',
    errors: expect.stringMatching(
      /^Broken: evidence_events, sale cancelled, event 3: its hash does not match its type, time and commitment\.$/m,
    ),
  })
})

test.for([['verify'], ['due'], ['erase', 'mara@example.com']])(
  'The command `%s` says what to do if the database is of an older Doorstep',
  async (words) => {
    const older = await freshMigratedUrl()
    const database = await openPostgres(older.url, console)
    await sql`drop table documents_given`.execute(database.db)
    await sql`delete from schema_migrations where name = '0027-documents-given.sql'`.execute(database.db)
    await database.close()
    expect(await runCommandHere({ DATABASE_URL: older.url, RETENTION_YEARS: '6' }, words)).toEqual({
      code: 1,
      said: '',
      errors:
        'The database is from an older version of Doorstep. Start the server once to update it, then run the command again.\n',
    })
    await older.drop()
  },
)
