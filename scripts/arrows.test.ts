import { expect, test } from 'vitest'
import { findBrokenArrows, findCycle } from './arrows.ts'

test.each([
  ['domain/sale/sale.ts', 'server/context.ts'],
  ['domain/sale/sale.ts', 'react'],
  ['protocol/tables.ts', 'crm/port.ts'],
  ['protocol/tables.ts', 'node:fs'],
  ['crm/port.ts', 'protocol/tables.ts'],
  ['server/app.ts', 'web/ui/button.tsx'],
  ['server/backup/seal.ts', 'scripts/toolchain.mjs'],
  ['server/app.ts', 'quality/support/timeouts.ts'],
  ['web/main.tsx', 'server/context.ts'],
  ['web/main.tsx', 'node:path'],
  ['web/http/http.test.ts', 'server/app.ts'],
  ['web/screens/tracker/ticks.ts', 'web/screens/wizard/wizard.tsx'],
])('%s may not import %s', (from, to) => expect(findBrokenArrows([{ from, to }])).toHaveLength(1))

test.each([
  ['protocol/tables.ts', 'domain/sale/sale.ts'],
  ['server/app.ts', 'crm/port.ts'],
  ['web/main.tsx', 'react'],
  ['web/vite-plugins/precompress.ts', 'node:zlib'],
  ['web/screens/tracker/ticks.ts', 'web/screens/tracker/tracked-sales.ts'],
  ['crm/sandbox/sandbox-crm.test.ts', 'server/testing/databases.ts'],
])('%s may import %s', (from, to) => expect(findBrokenArrows([{ from, to }])).toEqual([]))

test('finds a cycle of any length, and none in a tree', () => {
  const arrow = (from: string, to: string) => ({ from, to })
  expect(findCycle([arrow('a', 'b'), arrow('b', 'c'), arrow('a', 'c')])).toBeUndefined()
  expect(findCycle([arrow('a', 'b'), arrow('b', 'c'), arrow('c', 'b')])).toEqual(['b', 'c', 'b'])
})
