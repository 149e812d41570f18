import { useEffect, useState } from 'react'
import { type AnswerCheck, type Answered, ask } from '../../http/ask.ts'
import { growingPause } from '../../http/growing-pause.ts'

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000

export type Read<Value> = {
  /** The last answer. It stays while the next read is in progress, and if that read fails. */
  value: Value | undefined
  /** Why the last read failed. Shown above `value`. */
  problem: string | undefined
  again: () => void
}

/**
 * Reads `path`, if there is one, and again whenever `version` changes. If a read fails, it is retried with growing
 * pauses, because `version` may not change for a long time.
 */
export function useRead<Value>(
  path: string | undefined,
  isAnswer: AnswerCheck<Value>,
  version: string | undefined,
): Read<Value> {
  const [answer, setAnswer] = useState<Answered<Value>>()
  const [value, setValue] = useState<Value>()
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version or try reads again; the check never changes
  useEffect(() => {
    if (path === undefined) return
    let current = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const pause = growingPause(FIRST_PAUSE_MS, LONGEST_PAUSE_MS)

    async function read(known: string) {
      const given = await ask(known, isAnswer)
      if (!current) return
      setAnswer(given)
      if (given.ok) setValue(given.value)
      else timer = setTimeout(() => void read(known), pause.nextMs())
    }

    void read(path)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [path, version, tries])

  const problem = answer?.ok === false ? answer.failure.message : undefined
  return { value, problem, again: () => setTries((count) => count + 1) }
}
