import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answered } from './ask.ts'

export type Polled<Value> = {
  /** The last value read; it stays while reading fails. */
  value: Value | undefined
  /** When reading began to fail; undefined while it succeeds. */
  failingSince: Date | undefined
  /** Reads at once instead of waiting. */
  refresh: () => void
}

/** Reads repeatedly, `everyMs` after each answer, while the page is visible. */
export function usePolled<Value>(read: () => Promise<Answered<Value>>, everyMs: number): Polled<Value> {
  const [value, setValue] = useState<Value>()
  const [failingSince, setFailingSince] = useState<Date>()
  const readNow = useRef(() => {})

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let latest = 0

    async function readOnce() {
      clearTimeout(timer)
      latest += 1
      if (document.hidden) return
      const mine = latest
      const answer = await read()
      if (mine !== latest) return
      if (answer.ok) setValue(answer.value)
      setFailingSince((since) => (answer.ok ? undefined : (since ?? new Date())))
      timer = setTimeout(() => void readOnce(), everyMs)
    }

    readNow.current = () => void readOnce()
    readNow.current()
    document.addEventListener('visibilitychange', readNow.current)
    return () => {
      clearTimeout(timer)
      latest += 1
      document.removeEventListener('visibilitychange', readNow.current)
    }
  }, [read, everyMs])

  const refresh = useCallback(() => readNow.current(), [])
  return { value, failingSince, refresh }
}
