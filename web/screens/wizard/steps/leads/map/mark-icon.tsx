import { MARKS, type MarkState } from './marks.ts'

/** A mark as it looks on the map, for its key and beside a door. */
export function MarkIcon({ state }: { state: MarkState }) {
  const { path, colour, isHollow, inside } = MARKS[state]
  const own = `var(--color-${colour})`
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="shrink-0"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} fill={isHollow ? 'var(--color-paper)' : own} stroke={own} />
      {inside !== undefined && <path d={inside} fill="none" stroke={isHollow ? own : 'var(--color-paper)'} />}
    </svg>
  )
}
