import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { syncLeads } from './ghl-sync.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

let lives: boolean
beforeEach(() => {
  lives = true
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', (path: string, { signal }: { signal: AbortSignal }) => {
    if (path === '/healthz')
      return lives ? new Response('ok') : Promise.reject(new TypeError('Failed to fetch'))
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a long sync is waited for while the server lives, and given up when it has fallen silent', async () => {
  const ended = vi.fn()
  const syncing = syncLeads().then(ended)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ended).not.toHaveBeenCalled()
  lives = false
  await vi.advanceTimersByTimeAsync(5_000)
  await syncing
  expect(ended).toHaveBeenCalledWith({
    ok: false,
    failure: { message: 'the server did not answer in time', isCancelled: false },
  })
})

test('nobody is asked for a sign of life once the sync has ended, not even by a look that was under way', async () => {
  const synced = Promise.withResolvers<Response>()
  const sign = Promise.withResolvers<Response>()
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    return path === '/healthz' ? sign.promise : synced.promise
  })
  const syncing = syncLeads()
  await vi.advanceTimersByTimeAsync(5_000)
  synced.resolve(new Response('{"syncedCount":40}'))
  await syncing
  sign.resolve(new Response('ok'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked.filter((path) => path === '/healthz')).toHaveLength(1)
})
