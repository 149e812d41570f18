import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { oneAtATime } from './one-at-a-time.ts'

beforeEach(() => void enterBrowser())
afterEach(leaveBrowser)

const never = () => new Promise<never>(() => {})

it('runs work of one name after the other, in order', async () => {
  const first = Promise.withResolvers<void>()
  const log: string[] = []
  const runs = [
    oneAtATime('sale', async () => {
      log.push('first begins')
      await first.promise
      log.push('first ends')
    }),
    oneAtATime('sale', async () => void log.push('second')),
  ]
  await vi.waitFor(() => expect(log).toEqual(['first begins']))
  first.resolve()
  await Promise.all(runs)
  expect(log).toEqual(['first begins', 'first ends', 'second'])
})

it('runs work of other names at the same time', async () => {
  void oneAtATime('sale 1', never)
  expect(await oneAtATime('sale 2', async () => 'done')).toBe('done')
})

it('passes on the failure of the work, and runs the next work', async () => {
  await expect(oneAtATime('sale', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await oneAtATime('sale', async () => 'done')).toBe('done')
})

it('runs the work once, even if it fails after the timeout', async () => {
  const timeout = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  const work = vi.fn(async () => {
    timeout.abort(new DOMException('', 'TimeoutError'))
    throw new Error('broken')
  })
  await expect(oneAtATime('sale', work)).rejects.toThrow('broken')
  expect(work).toHaveBeenCalledOnce()
})

it('runs the work after a timeout if the tab that holds the lock is frozen', async () => {
  const timeout = new AbortController()
  const wait = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  void oneAtATime('sale', never)
  const second = oneAtATime('sale', async () => 'done')
  timeout.abort(new DOMException('', 'TimeoutError'))
  expect(await second).toBe('done')
  expect(wait).toHaveBeenCalledWith(20_000)
})

it.each([
  ['without locks', () => vi.stubGlobal('navigator', {})],
  [
    'that grants no locks',
    () => vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('no', 'SecurityError')),
  ],
])('runs the work at once in a browser %s', async (_title, prepare) => {
  prepare()
  void oneAtATime('sale', never)
  expect(await oneAtATime('sale', async () => 'done')).toBe('done')
})
