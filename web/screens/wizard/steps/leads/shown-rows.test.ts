import { describe, expect, it } from 'vitest'
import { indexLead } from '#domain/lead/lead-order.ts'
import { leadWith } from '#domain/testing/lead-with.ts'
import { shownRows } from './shown-rows.ts'

const rowsOf = (names: string) => [...names].map((id) => indexLead(leadWith({ id })))
const PLACES = { seen: { first: 2, end: 4 }, drawn: { first: 1, end: 6 } }

/** Which lead is in which row of how many. */
const shown = (rows: string, painted: string | undefined, focused?: number) =>
  shownRows(
    { rows: rowsOf(rows), paintedRows: painted === undefined ? undefined : rowsOf(painted) },
    PLACES,
    focused,
  )
    .map(({ index, lead, count }) => `${index}${lead.id}/${count}`)
    .join(' ')

describe('the rows of a long list', () => {
  it('shows at first what is seen, then what lies around', () => {
    expect(shown('abcdefgh', undefined)).toBe('2c/8 3d/8')
    expect(shown('abcdefgh', 'abcdefgh')).toBe('1b/8 2c/8 3d/8 4e/8 5f/8')
  })

  it('shows the answer to a search where it is seen, and elsewhere a frame later', () => {
    expect(shown('ABCDEFG', 'abcdefgh')).toBe('1b/8 2C/7 3D/7 4e/8 5f/8')
  })

  it('has no lead twice', () => {
    expect(shown('xxefghij', 'abcdefgh')).toBe('1b/8 2e/8 3f/8')
  })

  it('keeps the row in focus, with its lead of now, and in its order', () => {
    expect(shown('ABCDEFGH', 'abcdefgh', 0)).toBe('0A/8 1b/8 2C/8 3D/8 4e/8 5f/8')
    expect(shown('ABCDEFGH', 'abcdefgh', 7)).toBe('1b/8 2C/8 3D/8 4e/8 5f/8 7H/8')
  })
})
