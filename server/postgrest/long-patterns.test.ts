import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_TEXT_LENGTH } from '#domain/kernel/storable-text.ts'
import { type ServedTables, serveTables } from './test-server.ts'

const LARGE_NOTES = 900_000

describe('the data API', () => {
  let server: ServedTables
  beforeAll(async () => {
    server = await serveTables('postgres')
    await sql`insert into opportunities (session_id, notes)
      select 'large_' || n, repeat('a', ${sql.lit(LARGE_NOTES)}) from generate_series(1, 5) n`.execute(
      server.db,
    )
  })
  afterAll(() => server?.stop())

  const find = (pattern: string) =>
    server.call('GET', `/rest/v1/opportunities?select=session_id&notes=like.${encodeURIComponent(pattern)}`)

  it.each([
    ['3,000 characters', `%${'a'.repeat(3_000)}b%`],
    ['100 wildcards', '%a'.repeat(100)],
  ])('refuses a pattern of %s', async (_, pattern) => {
    const refused = await find(pattern)
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'pattern-too-long' }),
    ])
  })

  it('refuses a long pattern inside a group', async () => {
    const group = `(notes.like.*${'a'.repeat(3_000)}*,status.eq.open)`
    expect((await server.call('GET', `/rest/v1/opportunities?or=${group}`)).status).toBe(400)
  })

  it('searches only the beginning of a text, but returns large texts whole', async () => {
    expect(await (await find(`%${'a'.repeat(150)}b%`)).json()).toEqual([])
    expect(await (await find('aaa%')).json()).toHaveLength(5)
    const read = await server.call('GET', '/rest/v1/opportunities?select=notes&session_id=eq.large_1')
    expect(await read.json()).toEqual([{ notes: 'a'.repeat(LARGE_NOTES) }])
  })

  it.each(['notes', 'customer_name'])('stores %s up to the limit and refuses longer ones', async (column) => {
    const write = (length: number) =>
      server.call('POST', '/rest/v1/opportunities', {
        body: { session_id: `${column}_${length}`, [column]: 'n'.repeat(length) },
      })
    const refused = await write(MAX_TEXT_LENGTH + 1)
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ code: '22001', details: expect.stringContaining(column) }),
    ])
    expect((await write(MAX_TEXT_LENGTH)).status).toBe(201)
  })

  it('stores a large signature', async () => {
    const body = { session_id: 'signed', contract_signature: `data:image/png;base64,${'A'.repeat(200_000)}` }
    expect((await server.call('POST', '/rest/v1/opportunities', { body })).status).toBe(201)
  })
})
