import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'

/** Says that there is nothing yet, and what to do about it. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty-box">
      <p className="max-w-xs text-balance">{children}</p>
      {action}
    </div>
  )
}

/** Says what failed, with a button to retry. */
export function ErrorState({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert" className="error-box">
      <p className="min-w-0 flex-1 wrap-anywhere">{message}</p>
      <Button look="secondary" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}

/**
 * Placeholder rows while something loads. They animate together, because each would otherwise become a layer of its
 * own.
 */
export function SkeletonRows({ count, label }: { count: number; label: string }) {
  return (
    <div role="status" aria-label={label} className="animate-breathe divide-y divide-line">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} className="flex h-(--lead-row,4.5rem) items-center gap-3 pr-4 pl-2.5">
          <div className="skeleton h-10 w-14" />
          <div className="flex flex-1 flex-col gap-2">
            <div className="skeleton h-4 w-2/5" />
            <div className="skeleton h-3 w-3/5" />
          </div>
          <div className="skeleton h-5 w-14" />
        </div>
      ))}
    </div>
  )
}

/** Placeholder rows in a card of their own. */
export const SkeletonCard = (rows: ComponentProps<typeof SkeletonRows>) => (
  <div className="card">
    <SkeletonRows {...rows} />
  </div>
)
