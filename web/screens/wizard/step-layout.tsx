import { type ReactNode, useEffect, useRef } from 'react'
import { ignoreSecondTap } from '../../ui/ignore-second-tap.ts'
import { toastLift } from '../../ui/toast-store.ts'

type StepLayoutProps = {
  children: ReactNode
  /** Shown under the content on a phone, beside it on a wide screen. */
  summary?: ReactNode
  actions: ReactNode
}

/** The frame of a step: the content scrolls, the actions stay in reach. */
export function StepLayout({ children, summary, actions }: StepLayoutProps) {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const measured = new ResizeObserver(() => {
      const staysAtTheFoot = document.documentElement.scrollHeight <= window.innerHeight
      toastLift.set(staysAtTheFoot ? (bar.current?.offsetHeight ?? 0) : 0)
    })
    if (bar.current) measured.observe(bar.current)
    return () => measured.disconnect()
  }, [])
  return (
    <div
      onClickCapture={ignoreSecondTap}
      className="mx-auto grid w-full max-w-6xl flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] tall:min-h-0 beside:grid-cols-[minmax(0,1fr)_min(25rem,42vw)] beside:grid-rows-1 beside:gap-x-2"
    >
      <main className="flex min-h-0 flex-col gap-3 px-4 pt-1 pb-4 tall:overflow-y-auto">{children}</main>
      <aside
        ref={bar}
        className="z-10 flex flex-col gap-3 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lifted beside:card beside:sticky beside:top-2 beside:mt-2 beside:mr-4 beside:max-h-[calc(100dvh-1rem)] beside:self-start beside:overflow-y-auto beside:p-3 sideways:max-h-[calc(100dvh-7.25rem)] sideways:scroll-pb-16 sideways:gap-1.5 sideways:p-2 lg:ml-4 lg:p-5"
      >
        {summary}
        <div className="flex flex-wrap gap-2 *:grow sideways:sticky sideways:-bottom-2 sideways:-mb-2 sideways:bg-surface sideways:pb-2">
          {actions}
        </div>
      </aside>
    </div>
  )
}
