import { afterEach, expect, it, vi } from 'vitest'
import { growingPause } from './growing-pause.ts'

afterEach(() => vi.restoreAllMocks())

it.each([
  ['longest', 1, [1_000, 2_000, 4_000, 5_000, 5_000]],
  ['shortest', 0, [500, 1_000, 2_000, 2_500, 2_500]],
])('doubles up to its maximum (%s pauses)', (_, random, pauses) => {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  const pause = growingPause(1_000, 5_000)
  expect(pauses.map(() => pause.nextMs())).toEqual(pauses)
  pause.reset()
  expect(pause.nextMs()).toBe(pauses[0])
})
