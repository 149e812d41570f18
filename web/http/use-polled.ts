import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answered } from './back-office.ts'

export type Polled<Value> = {
  /** The last answer that came; it stays while none comes. */
  value: Value | undefined
  /** Since when none comes; undefined while they do. */
  silentSince: Date | undefined
  /** Asks now, out of turn. */
  refresh: () => void
}

/** Asks again and again, `everyMs` after each answer, for as long as somebody can see the page. */
export function usePolled<Value>(read: () => Promise<Answered<Value>>, everyMs: number): Polled<Value> {
  const [value, setValue] = useState<Value>()
  const [silentSince, setSilentSince] = useState<Date>()
  const askNow = useRef(() => {})

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let turn = 0

    async function takeTurn() {
      clearTimeout(timer)
      turn += 1
      if (document.hidden) return
      const mine = turn
      const answer = await read()
      if (mine !== turn) return
      if (answer.ok) setValue(answer.value)
      setSilentSince((since) => (answer.ok ? undefined : (since ?? new Date())))
      timer = setTimeout(() => void takeTurn(), everyMs)
    }

    askNow.current = () => void takeTurn()
    askNow.current()
    document.addEventListener('visibilitychange', askNow.current)
    return () => {
      clearTimeout(timer)
      turn += 1
      document.removeEventListener('visibilitychange', askNow.current)
    }
  }, [read, everyMs])

  const refresh = useCallback(() => askNow.current(), [])
  return { value, silentSince, refresh }
}
