import type { ReactNode } from 'react'
import { ignoreSecondTap } from '../../ui/ignore-second-tap.ts'

type StepLayoutProps = {
  children: ReactNode
  /** Shown under the content on a phone, beside it on a wide screen. */
  summary?: ReactNode
  actions: ReactNode
}

/**
 * The grid of a step: content, toasts and actions, one below the other or side by side. On a tablet the content keeps the
 * width of a page in the middle of the screen.
 */
export const STEP_GRID =
  'mx-auto grid w-full max-w-6xl flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto_auto] [--gutter:max(1rem,calc(50%_-_20rem))] tall:min-h-0 beside:grid-cols-[minmax(0,1fr)_min(25rem,42vw)] beside:grid-rows-[auto_minmax(0,1fr)] beside:gap-x-2 beside:[--gutter:1rem]'

/** A step's parts within `STEP_GRID`: its content scrolls, its actions are always in reach. */
export function StepLayout({ children, summary, actions }: StepLayoutProps) {
  return (
    <div onClickCapture={ignoreSecondTap} className="contents">
      <main className="row-start-1 flex min-h-0 flex-col gap-2 px-(--gutter) pb-4 beside:row-span-2 scroll-pb-10 tall:overflow-y-auto">
        {children}
      </main>
      <aside className="z-10 row-start-3 flex flex-col gap-3 border-t border-line bg-surface px-(--gutter) pt-2.5 pb-[max(0.75rem,env(safe-area-inset-bottom))] lifted beside:col-start-2 beside:row-start-1 sideways:row-span-2 beside:card beside:sticky beside:top-2 beside:mt-2 beside:mr-4 beside:max-h-[calc(100dvh-1rem)] beside:self-start beside:overflow-y-auto beside:p-3 sideways:max-h-[calc(100dvh-7.25rem)] sideways:scroll-pb-16 sideways:gap-1.5 sideways:p-2 lg:ml-4 lg:p-5">
        {summary}
        <div className="flex flex-wrap gap-2 *:not-[.grow-0]:grow sideways:sticky sideways:-bottom-2 sideways:-mb-2 sideways:bg-surface sideways:pb-2">
          {actions}
        </div>
      </aside>
    </div>
  )
}
