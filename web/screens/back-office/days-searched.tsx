import { SEARCHED_DAY } from '#protocol/office-sales.ts'
import { TextField } from '../../ui/field.tsx'

/** Keeps a browser from asking for a fifth digit of the year. */
const LAST_DAY = '2999-12-31'

type Days = { from: string; to: string }

/** The two days between which a list is searched. */
export const DaysSearched = ({
  from,
  to,
  onChange,
}: Days & { onChange: (changed: Partial<Days>) => void }) => (
  <>
    <TextField
      label="From"
      type="date"
      max={LAST_DAY}
      value={from}
      onChange={({ target }) => onChange({ from: target.value })}
    />
    <TextField
      label="To"
      type="date"
      max={LAST_DAY}
      value={to}
      onChange={({ target }) => onChange({ to: target.value })}
    />
  </>
)

/** Returns a day as the server takes it; empty if it is missing, half typed, or in no calendar, as browsers take 30 February. */
export const dayIn = (typed: string | null): string =>
  typed !== null && SEARCHED_DAY.test(typed) && new Date(`${typed}T00:00Z`).toJSON()?.startsWith(typed)
    ? typed
    : ''
