import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshPostgres, freshPostgresUrl } from '../../testing/databases.ts'
import { startListener } from './listener.ts'

let postgres: FreshPostgres
beforeAll(async () => {
  postgres = await freshPostgresUrl()
})
afterAll(() => postgres?.drop())

test('can be stopped while it connects', async () => {
  const listener = startListener(
    () => new pg.Client(postgres.url),
    'a_channel',
    () => {},
  )
  expect(await listener.stop()).toBeUndefined()
})
