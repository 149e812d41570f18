import { useEffect, useState } from 'react'
import { readLeadPull } from '../../../../http/lead-pull.ts'

/** Returns whether a pull was already running when the step opened, and a function that reports its end. */
export function useFoundPull() {
  const [found, setFound] = useState(false)
  useEffect(() => {
    void readLeadPull().then((pull) => setFound(pull.ok && pull.value?.state === 'running'))
  }, [])
  return { found, onEnd: () => setFound(false) }
}
