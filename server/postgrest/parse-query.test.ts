import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { parseQuery } from './parse-query.ts'
import type { Query } from './query.ts'

function read(search: string): Query {
  const query = parseQuery(search)
  if (!query.ok) throw new Error(`refused: ${query.failure.body.details}`)
  return query.value
}

const refusalOf = (search: string) => {
  const query = parseQuery(search)
  return query.ok ? undefined : query.failure.body
}

describe('a query is parsed', () => {
  it('with its columns, their other names, its order and its page', () => {
    const query = read('select=id,who:customer_name,*&order=created_at.desc.nullslast,id&limit=50&offset=10')
    expect(query).toMatchObject({
      select: [{ column: 'id', alias: 'id' }, { column: 'customer_name', alias: 'who' }, { kind: 'all' }],
      order: [
        { column: 'created_at', descending: true, nulls: 'last' },
        { column: 'id', descending: false, nulls: undefined },
      ],
      limit: 50,
      offset: 10,
    })
  })

  it('with several filters on one column', () => {
    const { filters } = read('created_at=gte.2026-01-01&created_at=lt.2026-02-01')
    expect(filters).toMatchObject([{ comparison: 'gte' }, { comparison: 'lt' }])
  })

  it('with a negated filter', () => {
    expect(read('notes=not.is.null').filters).toEqual([
      { kind: 'is', column: 'notes', value: 'null', negated: true },
    ])
  })

  test.each([
    ['in.(a,b)', ['a', 'b']],
    ['in.("a,b",c)', ['a,b', 'c']],
    ['in.("say \\"hi\\"","back\\\\slash")', ['say "hi"', 'back\\slash']],
    ['in.("(",")")', ['(', ')']],
    ['in.(5" pipe,6)', ['5" pipe', '6']],
    ['in.()', []],
  ])('with the list of %s', (test, values) => {
    expect(read(`notes=${encodeURIComponent(test)}`).filters).toMatchObject([{ kind: 'in', values }])
  })

  it('with nested conditions, quoted if they hold commas', () => {
    const { filters } = read(
      'or=(status.eq.open,not.and(notes.like."a,b)*",lead_id.not.is.null,id.in.(1,2)))',
    )
    expect(filters).toMatchObject([
      {
        kind: 'or',
        negated: false,
        filters: [
          { column: 'status', value: 'open' },
          {
            kind: 'and',
            negated: true,
            filters: [
              { column: 'notes', comparison: 'like', value: 'a,b)*' },
              { column: 'lead_id', kind: 'is', negated: true },
              { column: 'id', kind: 'in', values: ['1', '2'] },
            ],
          },
        ],
      },
    ])
  })

  it('with quoted names, casts and the embedded table', () => {
    const { select, order } = read(
      'select="my \\"alias\\"":status::text,my-lead:leads!inner(id),...leads()&order="id".desc,leads(area)',
    )
    expect(select).toMatchObject([
      { kind: 'column', alias: 'my "alias"', column: 'status', cast: 'text' },
      { kind: 'embed', alias: 'my-lead', table: 'leads', hints: ['inner'], select: [{ column: 'id' }] },
      { kind: 'embed', isSpread: true, select: [] },
    ])
    expect(order).toMatchObject([
      { column: 'id', descending: true },
      { embed: 'leads', column: 'area' },
    ])
  })

  it('with the conditions on the embedded table separate', () => {
    const { filters, embeddedFilters } = read('"status"=eq.open&leads.area=eq.North&leads.not.or=(id.eq.1)')
    expect(filters).toMatchObject([{ column: 'status', value: 'open' }])
    expect(embeddedFilters).toMatchObject([
      { embed: 'leads', filter: { column: 'area' } },
      { embed: 'leads', filter: { kind: 'or', negated: true } },
    ])
  })

  it('with everything after the operator as the value, including dots and quotes', () => {
    expect(read('notes=eq."a.b"').filters).toMatchObject([{ value: '"a.b"' }])
  })
})

describe('a query is refused', () => {
  test.each([
    ['select=notes->>a', 'JSON paths are not supported.'],
    ['select="":id', 'Cannot read: "":id'],
    ['select=id:', 'Cannot read: id:'],
    ['select=id,leads(id', 'Cannot read: id,leads(id'],
    ['order=', 'Cannot read: '],
    ['leads.limit=1', 'Cannot read: leads.limit'],
    ['limit=x', 'limit and offset must be whole numbers.'],
    ['offset=1e3', 'limit and offset must be whole numbers.'],
    ['notes=fts.word', 'Cannot read: notes=fts.word'],
    ['notes=', 'Cannot read: notes='],
    ['notes=in.(a)b', 'Cannot read: notes=in.(a)b'],
    ['notes=is.maybe', 'Cannot read: notes=is.maybe'],
    ['or=()', 'Cannot read: ()'],
    ['or=(notes.eq.f(a),id.eq.1)', 'Cannot read: (notes.eq.f(a),id.eq.1)'],
    ['or=(notes.eq.a', 'Cannot read: (notes.eq.a'],
    ['or=(notes.eq.a))', 'Cannot read: (notes.eq.a))'],
  ])('%s', (search, details) => {
    expect(refusalOf(search)).toMatchObject({ code: 'PGRST100', details })
  })

  it('if its limit is negative', () => expect(refusalOf('limit=-1')?.code).toBe('PGRST103'))

  it('if it holds a NUL character', () => expect(refusalOf('notes=eq.a%00b')?.code).toBe('22P05'))

  it('if its conditions are nested too deep', () => {
    const nested = `${'and('.repeat(20)}notes.eq.a${')'.repeat(20)}`
    expect(refusalOf(`or=(${nested})`)?.code).toBe('PGRST100')
  })

  it('without an exception, whatever it contains', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'or',
        'and',
        'not.',
        'in.',
        'eq.',
        '(',
        ')',
        ',',
        '"',
        '\\',
        '.',
        '=',
        '&',
        'select',
        'leads',
        '::',
        ':',
        '!',
        '{',
        '}',
        '%',
      ),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(parseQuery(pieces.join('')).ok).toBeTypeOf('boolean')
      }),
    )
  })
})
