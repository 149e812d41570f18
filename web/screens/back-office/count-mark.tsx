import { formatWhole } from '#domain/kernel/thousands.ts'

/** How many entries wait for the office, shown beside the title of their list. */
export const CountMark = ({ count }: { count: number }) => (
  <span
    className={`rounded-full px-2 text-sm leading-6 ${count > 0 ? 'bg-wait-soft text-wait' : 'bg-sunken text-muted'}`}
  >
    {formatWhole(count)}
  </span>
)
