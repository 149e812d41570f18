import { useEffect, useState } from 'react'
import { nextPaint } from './next-paint.ts'

/**
 * Returns the value one painted frame late, undefined before the first. For content that may follow a frame later, so
 * that the part that the user looks at is drawn first.
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
