import { MarkIcon } from './mark-icon.tsx'
import { MARK_STATES, MARKS } from './marks.ts'

/** What the marks on the map mean. */
export const MapKey = () => (
  <details className="text-sm">
    <summary className="flex min-h-11 items-center text-accent">What the marks mean</summary>
    <ul className="grid grid-cols-2 gap-x-4 gap-y-1 pb-2 tiny:grid-cols-1">
      {MARK_STATES.map((state) => (
        <li key={state} className="flex items-center gap-2">
          <MarkIcon state={state} />
          {MARKS[state].words}
        </li>
      ))}
    </ul>
  </details>
)
