import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSharedReads } from './shared-reads.ts'

/** Reads a value that changes. Each read ends only when the test ends it. */
function slowSource() {
  const source = { value: 0, begun: 0, ends: [] as (() => void)[] }
  const read = async (begins: () => void): Promise<number> => {
    begins()
    const { value } = source
    source.begun += 1
    await new Promise<void>((resolve) => source.ends.push(resolve))
    return value
  }
  const endAll = async (answers: Promise<unknown>[]) => {
    const all = Promise.allSettled(answers)
    const timer = setInterval(() => source.ends.shift()?.())
    await all
    clearInterval(timer)
  }
  return { source, read, endAll }
}

test('gives one answer to the reads that wait', async () => {
  const { source, read, endAll } = slowSource()
  const share = createSharedReads<number>()
  const answers = Array.from({ length: 100 }, () => share('list', read))
  await endAll(answers)
  expect([await Promise.all(answers), source.begun]).toEqual([Array(100).fill(0), 1])
})

test('does not give a later read the answer of one that has begun', async () => {
  const { source, read, endAll } = slowSource()
  const share = createSharedReads<number>()
  const first = share('list', read)
  await nextTurn()
  await nextTurn()
  expect(source.begun).toBe(1)
  source.value = 1
  const later = [share('list', read), share('list', read)]
  await endAll([first, ...later])
  expect([await first, await Promise.all(later), source.begun]).toEqual([0, [1, 1], 2])
})

test('shares nothing between different keys', async () => {
  const share = createSharedReads<string>()
  const read = (answer: string) => async () => answer
  const answers = [share('a', read('of a')), share('b', read('of b'))]
  expect(await Promise.all(answers)).toEqual(['of a', 'of b'])
})

test('fails for all calls that share a failed read, and reads again for the next', async () => {
  const share = createSharedReads<number>()
  const answers = [1, 2].map(() => share('list', () => Promise.reject(new Error('Broken'))))
  const outcomes = await Promise.allSettled(answers)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await share('list', async () => 1)).toBe(1)
})

test('never returns what was read before the call, in any order of events', async () => {
  const events = fc.array(fc.constantFrom('read', 'write', 'end', 'turn'), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(events, async (happened) => {
      const { source, read, endAll } = slowSource()
      const share = createSharedReads<number>()
      const asked: { answer: Promise<number>; written: number }[] = []
      for (const event of happened) {
        if (event === 'read') asked.push({ answer: share('list', read), written: source.value })
        if (event === 'write') source.value += 1
        if (event === 'end') source.ends.shift()?.()
        if (event === 'turn') await nextTurn()
      }
      await endAll(asked.map(({ answer }) => answer))
      for (const { answer, written } of asked) expect(await answer).toBeGreaterThanOrEqual(written)
      expect(source.begun).toBeLessThanOrEqual(asked.length)
    }),
    { numRuns: 300 },
  )
})
