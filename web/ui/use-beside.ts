import { useSyncExternalStore } from 'react'

/** The `beside` variant of look.css. */
const query = matchMedia('(min-width: 64rem), (min-width: 36rem) and (max-height: 31.99rem)')

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the screen has room for two columns; the component renders again if that changes. */
export const useBeside = () => useSyncExternalStore(subscribe, () => query.matches)
