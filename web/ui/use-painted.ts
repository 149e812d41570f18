import { useEffect, useState } from 'react'
import { nextPaint } from './next-paint.ts'

/**
 * The value as the screen has last shown it, undefined before that: for what may follow a frame later, so that what is
 * looked at has the first frame for itself.
 */
export function usePainted<Value extends object>(value: Value): Value | undefined {
  const [painted, setPainted] = useState<Value>()
  useEffect(() => {
    let isOutdated = false
    void nextPaint().then(() => {
      if (!isOutdated) setPainted(value)
    })
    return () => {
      isOutdated = true
    }
  }, [value])
  return painted
}
