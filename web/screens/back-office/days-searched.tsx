import { SEARCHED_DAY } from '#protocol/office-sales.ts'
import { TextField } from '../../ui/field.tsx'

/** Stops browsers from waiting for a fifth digit of the year. */
const LAST_DAY = '2999-12-31'

type Days = { from: string; to: string }

/** The first and the last day of a search. */
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

/** Says that no day can match, because the last day is before the first. */
export const DAYS_REVERSED = 'To is before From. Swap the two days, or clear one.'

/** Returns whether the last day of a search is before the first. */
export const areReversed = ({ from, to }: Days) => dayIn(from) !== '' && dayIn(to) !== '' && to < from

/**
 * Returns a day that the server accepts, or an empty text if the day is missing, half typed or not in the calendar.
 * Browsers accept 30 February, for example.
 */
export const dayIn = (typed: string | null): string =>
  typed !== null && SEARCHED_DAY.test(typed) && new Date(`${typed}T00:00Z`).toJSON()?.startsWith(typed)
    ? typed
    : ''
