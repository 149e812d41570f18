import { type ReactNode, useEffect, useRef } from 'react'
import { liftToasts } from '../ui/toast-store.ts'

type StepLayoutProps = {
  children: ReactNode
  /** What the step adds up to. Under the content on a phone, beside it where there is room. */
  summary?: ReactNode
  actions: ReactNode
}

/** A step's frame: its content scrolls, its actions are always in reach. */
export function StepLayout({ children, summary, actions }: StepLayoutProps) {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const measured = new ResizeObserver(() => {
      const staysAtTheFoot = document.documentElement.scrollHeight <= window.innerHeight
      liftToasts(staysAtTheFoot ? (bar.current?.offsetHeight ?? 0) : 0)
    })
    if (bar.current) measured.observe(bar.current)
    return () => measured.disconnect()
  }, [])
  return (
    <div className="mx-auto grid w-full max-w-6xl flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] tall:min-h-0 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-1 lg:gap-x-2">
      <main className="flex min-h-0 flex-col gap-3 px-4 pt-1 pb-4 tall:overflow-y-auto">{children}</main>
      <aside
        ref={bar}
        className="z-10 flex flex-col gap-3 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-bar lg:card lg:mx-4 lg:mt-2 lg:self-start lg:p-5"
      >
        {summary}
        <div className="flex flex-wrap gap-2 *:grow">{actions}</div>
      </aside>
    </div>
  )
}
