import { useEffect, useRef } from 'react'

type Layer = { count: number; goBack: () => unknown }

/** The layers that Back closes or leaves, with the topmost last. */
const layers: Layer[] = []
/** Whether we are moving through the history ourselves. */
let isTraversing = false

const depthNow = (): number => (history.state as { depth?: number } | null)?.depth ?? 0
const depthWanted = () => layers.reduce((sum, { count }) => sum + count, 0)

/**
 * Gives the history one entry for each thing that Back can undo, so that the phone's Back key does not leave the app.
 */
function matchHistory(): void {
  if (isTraversing) return
  // Each step has its own scroll position.
  history.scrollRestoration = 'manual'
  const depth = depthNow()
  const wanted = depthWanted()
  for (let next = depth + 1; next <= wanted; next++) history.pushState({ depth: next }, '')
  if (wanted >= depth) return
  isTraversing = true
  history.go(wanted - depth)
}

async function onPopState(): Promise<void> {
  if (isTraversing) isTraversing = false
  else if (depthNow() < depthWanted()) await layers.findLast(({ count }) => count > 0)?.goBack()
  matchSoon()
}

/** Closing one thing may open another, so the history changes once, after both. */
const matchSoon = () => setTimeout(matchHistory)

/**
 * Lets the browser's Back undo something while the component is mounted, for instance close a dialog.
 * @param count how many steps back this offers, 0 for none
 */
export function useBackKey(goBack: () => unknown, count = 1): void {
  const layer = useRef<Layer>({ count, goBack })
  layer.current.goBack = goBack
  useEffect(() => {
    const own = layer.current
    if (layers.length === 0) addEventListener('popstate', onPopState)
    layers.push(own)
    matchSoon()
    return () => {
      layers.splice(layers.indexOf(own), 1)
      if (layers.length === 0) removeEventListener('popstate', onPopState)
      matchSoon()
    }
  }, [])
  useEffect(() => {
    layer.current.count = count
    matchSoon()
  }, [count])
}
