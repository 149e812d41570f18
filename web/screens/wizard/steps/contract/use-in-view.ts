import { useEffect, useState } from 'react'

/** Returns whether the whole element is on the screen; true until the element exists. */
export function useInView(element: HTMLElement | null): boolean {
  const [isInView, setInView] = useState(true)
  useEffect(() => {
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => setInView((entries.at(-1)?.intersectionRatio ?? 1) > 0.98),
      { threshold: [0.5, 0.98, 1] },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return isInView
}
