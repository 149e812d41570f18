import { expect, test } from 'vitest'
import { failedRowsOf } from './failed-rows.ts'

const columns = [
  { name: 'Address', field: 'street_address' as const },
  { name: 'Tel', field: 'contact_phone' as const },
]

test('failed rows keep their cells, safe for a spreadsheet, with the reason after them', () => {
  const rows = [
    { line: 2, action: 'create' as const, door: '1 Oak Hill' },
    { line: 3, action: 'skip' as const, reason: 'Postcode: missing', cells: ['=1+1', "'+44 7700"] },
    {
      line: 4,
      action: 'skip' as const,
      reason: 'The header has 2 cells, the row 3',
      cells: ['2 Oak Hill', '', '@x'],
    },
    { line: 5, action: 'skip' as const, reason: 'The header has 2 cells, the row 1', cells: ['3 Oak Hill'] },
  ]
  expect(failedRowsOf({ columns, rows })).toEqual([
    ['Address', 'Tel', 'reason'],
    ["'=1+1", "'+44 7700", 'Postcode: missing'],
    ['2 Oak Hill', '', 'The header has 2 cells, the row 3', "'@x"],
    ['3 Oak Hill', '', 'The header has 2 cells, the row 1'],
  ])
})
