import { useEffect, useState } from 'react'
import { type Answered, ask } from '../api/back-office.ts'

export type Read<Value> = {
  /** The last answer; it stays while the next is on its way, and when the next does not come. */
  value: Value | undefined
  problem: string | undefined
  again: () => void
}

/** Reads a path, where there is one, and again whenever `version` is another. */
export function useRead<Value>(path: string | undefined, version: string | undefined): Read<Value> {
  const [answer, setAnswer] = useState<Answered<Value>>()
  const [value, setValue] = useState<Value>()
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every version and every try reads again
  useEffect(() => {
    if (path === undefined) return
    let current = true
    void ask<Value>(path).then((given) => {
      if (!current) return
      setAnswer(given)
      if (given.ok) setValue(given.value)
    })
    return () => {
      current = false
    }
  }, [path, version, tries])

  const problem = answer?.ok === false ? answer.message : undefined
  return { value, problem, again: () => setTries((count) => count + 1) }
}
