import { describe, expect, it } from 'vitest'
import { indexLead } from '#domain/lead/lead-order.ts'
import { leadWith } from '#domain/testing/lead-with.ts'
import { shownRows } from './shown-rows.ts'

const rowsOf = (names: string) => [...names].map((id) => indexLead(leadWith({ id })))
const PLACES = { seen: { first: 2, end: 4 }, drawn: { first: 1, end: 6 } }

/** Returns the rows as text: the index, the lead and the length of the list. */
const shown = (rows: string, painted: string | undefined, focused?: number) =>
  shownRows(
    { rows: rowsOf(rows), paintedRows: painted === undefined ? undefined : rowsOf(painted) },
    PLACES,
    focused,
  )
    .map(({ index, lead, count }) => `${index}${lead.id}/${count}`)
    .join(' ')

describe('shownRows', () => {
  it('draws the visible rows first and the rows around them a frame later', () => {
    expect(shown('abcdefgh', undefined)).toBe('2c/8 3d/8')
    expect(shown('abcdefgh', 'abcdefgh')).toBe('1b/8 2c/8 3d/8 4e/8 5f/8')
  })

  it('updates the visible rows at once and the others a frame later if a search changes them', () => {
    expect(shown('ABCDEFG', 'abcdefgh')).toBe('1b/8 2C/7 3D/7 4e/8 5f/8')
  })

  it('returns no lead twice', () => {
    expect(shown('xxefghij', 'abcdefgh')).toBe('1b/8 2e/8 3f/8')
  })

  it('returns the focused row, with its current lead, in the right order', () => {
    expect(shown('ABCDEFGH', 'abcdefgh', 0)).toBe('0A/8 1b/8 2C/8 3D/8 4e/8 5f/8')
    expect(shown('ABCDEFGH', 'abcdefgh', 7)).toBe('1b/8 2C/8 3D/8 4e/8 5f/8 7H/8')
  })
})
