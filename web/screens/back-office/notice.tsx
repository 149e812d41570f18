import type { ReactNode } from 'react'

/** A notice above everything else on a page of the office. */
export function Notice({
  icon,
  action,
  children,
}: {
  icon: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-2xl border border-wait bg-wait-soft px-4 py-2.5"
    >
      <span className="text-wait">{icon}</span>
      <p className="min-w-0 flex-1 basis-56 wrap-anywhere">{children}</p>
      {action}
    </div>
  )
}
