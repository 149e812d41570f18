import { useEffect, useReducer } from 'react'
import { formatAge } from './age.ts'

const EVERY_MS = 60_000

/** How long ago a moment was, updated every minute. */
export function AgeOf({ moment }: { moment: string }) {
  const [, showAgain] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    const timer = setInterval(showAgain, EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return formatAge(moment, new Date())
}
