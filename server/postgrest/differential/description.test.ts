import { Validator } from '@seriousme/openapi-schema-validator'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listTables } from '../catalogue.ts'
import { type BothServers, serveBoth } from './both-servers.ts'
import { findPostgrest } from './real-postgrest.ts'

type Described = Record<string, Record<string, Record<string, unknown>>>
type Document = {
  paths: Described
  definitions: Described
  parameters: Record<string, { name: string }>
  [more: string]: unknown
}

const program = findPostgrest()

describe.skipIf(!program)('the description of the tables', () => {
  let both: BothServers
  let ours: Document
  let theirs: Document
  beforeAll(async () => {
    both = await serveBoth(program ?? '')
    const answers = await both.read({ method: 'GET', path: '' })
    ours = JSON.parse(answers.ours.text)
    theirs = JSON.parse(answers.theirs.text)
  })
  afterAll(() => both?.stop())

  it('is valid Swagger 2.0', async () => {
    const validator = new Validator()
    expect(await validator.validate(ours)).toEqual({ valid: true })
    expect(validator.version).toBe('2.0')
  })

  it('describes the tables and columns as PostgREST does', () => {
    for (const definition of Object.values(theirs.definitions)) {
      // PostgreSQL does not know that a column of a view is never null.
      definition['required'] = expect.any(Array) as never
    }
    // We send it as text.
    const voucher = theirs.definitions['leads']?.['properties']?.['voucher_value']
    theirs.definitions['leads'] = {
      ...theirs.definitions['leads'],
      properties: {
        ...theirs.definitions['leads']?.['properties'],
        voucher_value: { ...(voucher as object), type: 'string' },
      },
    }
    expect(ours.definitions).toEqual(theirs.definitions)
  })

  it('says which columns are never null, as the database does', async () => {
    const tables = listTables().map(({ name }) => name)
    const { rows } = await sql<{ name: string; required: string[] }>`
      select table_name as name, array_agg(column_name order by column_name)::text[] as required
      from information_schema.columns
      where table_schema = 'public' and is_nullable = 'NO' and table_name = any(${tables})
      group by table_name`.execute(both.db)
    for (const { name, required } of rows) {
      const { properties = {}, required: described } = ours.definitions[name] ?? {}
      const offered = required.filter((column) => column in properties)
      expect([...(described as unknown as string[])].sort()).toEqual(offered)
    }
    expect(rows).toHaveLength(tables.length)
  })

  it('describes the existing calls as PostgREST does', () => {
    const calls = Object.entries(ours.paths).map(([path, methods]) => [path, Object.keys(methods)])
    expect(Object.fromEntries(calls)).toEqual({
      '/': ['get'],
      '/do_not_knock': ['get'],
      '/leads': ['get', 'patch'],
      '/opportunities': ['get', 'post', 'patch'],
      '/ghl_sync_log': ['get'],
      '/visits': ['get'],
    })
    for (const [path, methods] of Object.entries(ours.paths))
      for (const [method, call] of Object.entries(methods)) expect(call).toEqual(theirs.paths[path]?.[method])
  })

  it('has a call if and only if the table accepts it', async () => {
    const body = { prefer: 'return=minimal', 'content-type': 'application/json' }
    for (const [path, methods] of Object.entries(ours.paths).filter(([path]) => path !== '/'))
      for (const method of ['POST', 'PATCH']) {
        const call = { method, path: `${path.slice(1)}?id=is.null`, headers: body, body: '{}' }
        const { ours: answer } = await both.read(call)
        expect([path, method, answer.text.includes('"42501"')]).toEqual([
          path,
          method,
          !(method.toLowerCase() in methods),
        ])
      }
  })

  it('has their parameters, except for the preferences', () => {
    const named = (document: Document) =>
      Object.fromEntries(Object.entries(document.parameters).filter(([, { name }]) => name !== 'Prefer'))
    const readOnly = ['ghl_sync_log', 'do_not_knock', 'visits'].map((table) => `body.${table}`)
    const offered = Object.entries(named(theirs)).filter(([name]) => !readOnly.includes(name))
    expect(named(ours)).toEqual(Object.fromEntries(offered))
  })

  it.each([
    {},
    { accept: 'application/json' },
    { accept: 'application/openapi+json' },
    { accept: 'text/html, */*;q=0.1' },
  ])('is sent for %j', async (headers) => {
    for (const method of ['GET', 'HEAD']) {
      const { ours, theirs } = await both.read({ method, path: '', headers })
      expect([ours.status, ours.headers['content-type']]).toEqual([
        theirs.status,
        theirs.headers['content-type'],
      ])
    }
  })

  it('is refused in another form, for another schema and without the key', async () => {
    const ask = async (method: string, headers: Record<string, string>) => {
      const { ours } = await both.read({ method, path: '', headers })
      return `${ours.status} ${JSON.parse(ours.text).code}`
    }
    expect(await ask('GET', { accept: 'text/csv' })).toBe('406 PGRST107')
    expect(await ask('GET', { 'accept-profile': 'other' })).toBe('406 PGRST106')
    expect(await ask('GET', { apikey: 'wrong' })).toBe('401 invalid-key')
    expect(await ask('POST', {})).toBe('405 method-not-allowed')
  })
})
