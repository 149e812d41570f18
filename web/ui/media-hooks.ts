import { useSyncExternalStore } from 'react'

/** Returns a hook for whether a media query matches. Its component renders again if that changes. */
export function mediaHook(media: string): () => boolean {
  const query = matchMedia(media)
  function subscribe(listener: () => void): () => void {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => query.matches)
}

/** Returns whether the screen has room for two columns: the `beside` variant of look.css. */
export const useBeside = mediaHook('(min-width: 64rem), (min-width: 36rem) and (max-height: 31.99rem)')
