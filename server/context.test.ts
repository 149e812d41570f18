import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { type Context, startContext } from './context.ts'
import type { Role } from './role.ts'

const WORK = [
  'leadPulls',
  'deliveries',
  'crmEvents',
  'workHints',
  'changePruning',
  'tallyFolding',
  'leadPlacing',
  'sealQueue',
  'dayClosing',
] as const
const PARTS = ['callers', 'changeFeed', 'sealKeys', ...WORK] as const

test.each<[Role, readonly string[]]>([
  ['both', PARTS],
  ['api', ['callers', 'changeFeed', 'sealKeys']],
  ['worker', ['sealKeys', ...WORK]],
])('starts only the parts of the role %s', async (role, expected) => {
  const parts = PARTS.map((name) => [name, { start: vi.fn() }] as const)
  await startContext({ config: { role }, ...Object.fromEntries(parts) } as unknown as Context)
  // Background work starts one part after another, and the server does not wait for it.
  await setImmediate()
  const started = parts.filter(([, { start }]) => start.mock.calls.length > 0).map(([name]) => name)
  expect(started).toEqual(expected)
})
