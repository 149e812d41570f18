import type { ReactNode } from 'react'
import { ignoreSecondTap } from '../../ui/ignore-second-tap.ts'

type StepLayoutProps = {
  children: ReactNode
  /** Shown under the content on a phone, beside it on a wide screen. */
  summary?: ReactNode
  actions: ReactNode
}

/** The parts of a step inside a `step-grid`: the content scrolls, and the actions are always in reach. */
export function StepLayout({ children, summary, actions }: StepLayoutProps) {
  return (
    <div onClickCapture={ignoreSecondTap} className="contents">
      <main className="step-content">{children}</main>
      <aside className="step-bar">
        {summary}
        <div className="step-actions">{actions}</div>
      </aside>
    </div>
  )
}
