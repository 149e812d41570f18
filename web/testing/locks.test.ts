import { describe, expect, it } from 'vitest'
import { FakeLocks } from './locks.testing.ts'

type Locks = Pick<FakeLocks, 'request'>

/** Node has its own Web Locks since version 24. The fake must behave as they do. */
const own: Locks | undefined = (globalThis.navigator as Navigator | undefined)?.locks
const implementations: [string, () => Locks][] = [['the fake', () => new FakeLocks()]]
if (own) implementations.push(["Node's own", () => own])

const turns = () => new Promise((resolve) => setImmediate(resolve))

describe.each(implementations)('Web Locks (%s)', (_name, create) => {
  const name = () => `test-${Math.random()}`

  it('runs one work at a time, in the order of the requests', async () => {
    const [locks, lock] = [create(), name()]
    const first = Promise.withResolvers<string>()
    const begun: string[] = []
    const results = ['a', 'b', 'c'].map((id) =>
      locks.request(lock, {}, () => {
        begun.push(id)
        return id === 'a' ? first.promise : Promise.resolve(id)
      }),
    )
    await turns()
    expect(begun).toEqual(['a'])
    first.resolve('a')
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c'])
    expect(begun).toEqual(['a', 'b', 'c'])
  })

  it('grants locks of different names side by side', async () => {
    const locks = create()
    const never = locks.request(name(), {}, () => new Promise(() => {}))
    expect(await locks.request(name(), {}, async () => 'granted')).toBe('granted')
    expect(never).toBeInstanceOf(Promise)
  })

  it('passes on the failure of the work, and grants the next request', async () => {
    const [locks, lock] = [create(), name()]
    const failing = locks.request(lock, {}, () => Promise.reject(new Error('broken')))
    const next = locks.request(lock, {}, async () => 'next')
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('next')
  })

  it('rejects the holder with AbortError if the lock is stolen, ahead of the waiting requests', async () => {
    const [locks, lock] = [create(), name()]
    const holder = locks.request(lock, {}, () => new Promise(() => {}))
    const order: string[] = []
    const waiting = locks.request(lock, {}, async () => order.push('waiting'))
    const thief = locks.request(lock, { steal: true }, async () => order.push('thief'))
    await expect(holder).rejects.toMatchObject({ name: 'AbortError' })
    await Promise.all([waiting, thief])
    expect(order).toEqual(['thief', 'waiting'])
  })

  it('answers at once without the lock if it is not available', async () => {
    const [locks, lock] = [create(), name()]
    const ask = () => locks.request(lock, { ifAvailable: true }, async (granted) => granted?.name)
    expect(await ask()).toBe(lock)
    void locks.request(lock, {}, () => new Promise(() => {}))
    expect(await ask()).toBeUndefined()
  })

  it('withdraws a waiting request when its signal aborts, but not a granted one', async () => {
    const [locks, lock] = [create(), name()]
    const [held, waits] = [new AbortController(), new AbortController()]
    const work = Promise.withResolvers<string>()
    const holder = locks.request(lock, { signal: held.signal }, () => work.promise)
    const waiting = locks.request(lock, { signal: waits.signal }, async () => 'never')
    await turns()
    held.abort(new Error('too late'))
    waits.abort(new Error('gave up'))
    await expect(waiting).rejects.toThrow('gave up')
    work.resolve('done')
    expect(await holder).toBe('done')
  })

  it('refuses a request whose signal has already aborted', async () => {
    const refused = create().request(
      name(),
      { signal: AbortSignal.abort(new Error('before')) },
      async () => 1,
    )
    await expect(refused).rejects.toThrow('before')
  })
})
