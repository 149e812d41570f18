import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BothServers, serveBoth } from './both-servers.ts'
import type { Comparable } from './comparable.ts'
import { DIFFERENT_READS } from './different-reads.ts'
import { DIFFERENT_WRITES } from './different-writes.ts'
import { type Call, findPostgrest } from './real-postgrest.ts'
import { CREATIONS } from './requests/creations.ts'
import { EMBEDS } from './requests/embeds.ts'
import { FILTERS } from './requests/filters.ts'
import { FORMS } from './requests/forms.ts'
import { READS } from './requests/reads.ts'
import { UPDATES } from './requests/updates.ts'
import { VALUES } from './requests/values.ts'

const SAME = [...FILTERS, ...READS, ...EMBEDS, ...FORMS, ...VALUES, ...UPDATES, ...CREATIONS]
const DOCUMENT = new URL('../../../docs/product/07-data-api.md', import.meta.url)

const program = findPostgrest()

const titleOf = ({ method, path, headers, body }: Call) =>
  [method, path, headers && JSON.stringify(headers), body && JSON.stringify(body)].filter(Boolean).join(' ')

/**
 * Returns status and code, such as `400 PGRST100`. Returns only the status for a broken rule, which has its own name.
 */
function summaryOf(answer: Comparable): string {
  if (!('code' in answer) || answer.status === 422) return String(answer.status)
  return `${answer.status} ${answer.code}`
}

// For some machines the package has no program.
describe.skipIf(!program)('Doorstep and the real PostgREST', () => {
  let both: BothServers
  beforeAll(async () => {
    both = await serveBoth(program ?? '')
  })
  afterAll(() => both?.stop())

  it.for(SAME.map((call) => ({ title: titleOf(call), call })))(
    'give the same answer to $title',
    async ({ call }) => {
      const { ours, theirs } = await both.ask(call)
      expect(ours).toEqual(theirs)
    },
  )

  const differing = [...DIFFERENT_READS, ...DIFFERENT_WRITES].flatMap(({ calls, ...rest }) =>
    calls.map((call) => ({ ...rest, call })),
  )
  it.for(differing.map((one) => ({ title: titleOf(one.call), ...one })))(
    'differ on purpose in $title',
    async ({ call, ours: expected, theirs: other }) => {
      const { ours, theirs } = await both.ask(call)
      expect({ ours: summaryOf(ours), theirs: summaryOf(theirs) }).toEqual({ ours: expected, theirs: other })
      expect(ours).not.toEqual(theirs)
    },
  )
})

it.each([...DIFFERENT_READS, ...DIFFERENT_WRITES])('the documents say: $why', ({ why, theirs, ours }) => {
  expect(fs.readFileSync(DOCUMENT, 'utf8')).toContain(`| ${why} | ${theirs} | ${ours} |`)
})
