import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PhoneDatabase } from '../storage/database.ts'
import { createSending } from './sending.ts'
import { verifySent } from './verify-sent.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))
vi.mock('./verify-sent.ts')

/** How the server answers, in turn: whether it could be asked of all. */
let answers: PromiseWithResolvers<boolean>[]
beforeEach(() => {
  vi.useFakeTimers()
  answers = []
  vi.mocked(verifySent).mockReset()
  vi.mocked(verifySent).mockImplementation(() => {
    const answer = Promise.withResolvers<boolean>()
    answers.push(answer)
    return answer.promise
  })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A phone that keeps nothing; tells how often somebody has looked what waits on it. */
function phone() {
  const looked = vi.fn()
  const phone = {
    async use() {
      looked()
      return []
    },
  } as unknown as PhoneDatabase
  const sending = createSending(phone, {
    send: () => new Promise<never>(() => {}),
    onAccepted() {},
    onRefused() {},
    onChanged() {},
    onKeyRefused() {},
    onTrouble() {},
  })
  return { sending, looked }
}

const passing = () => vi.advanceTimersByTimeAsync(0)

describe('whether the server still has what it took', () => {
  it('is asked again when there is a new reason while an answer is under way', async () => {
    const { sending } = phone()
    sending.wakeAndVerify()
    sending.wakeAndVerify()
    expect(answers).toHaveLength(1)
    answers[0]?.resolve(true)
    await passing()
    expect(answers).toHaveLength(2)
    answers[1]?.resolve(true)
    await passing()
    sending.wake()
    expect(answers).toHaveLength(2)
  })

  it('is asked again by whoever wakes the phone, until it is known', async () => {
    const { sending } = phone()
    sending.wake()
    answers[0]?.resolve(false)
    await passing()
    expect(answers).toHaveLength(1)
    sending.wake()
    expect(answers).toHaveLength(2)
  })

  it.each([true, false])('lets go out what waits again, though not all could be asked (%s)', async (all) => {
    const { sending, looked } = phone()
    sending.wake()
    await passing()
    looked.mockClear()
    answers[0]?.resolve(all)
    await passing()
    expect(looked).toHaveBeenCalled()
  })
})
