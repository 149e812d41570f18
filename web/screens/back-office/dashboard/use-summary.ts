import { useCallback, useEffect, useState } from 'react'
import { success } from '#domain/kernel/result.ts'
import type { Summary } from '#protocol/office-summary.ts'
import { readSummary } from '../../../http/office-summary.ts'
import { type Polled, usePolled } from '../../../http/use-polled.ts'
import { addressOf, daysOf, type PeriodChosen, periodIn } from './period.ts'

/** Long, because the server reads every sale for a summary. */
const POLL_MS = 60_000

/** A summary, and the period for which it was read. */
type SummaryRead = Summary & { asked: PeriodChosen }

/** `value` is undefined until the figures of this period have been read. */
export type SummaryShown = Polled<SummaryRead> & {
  period: PeriodChosen
  onPeriod: (period: PeriodChosen) => void
}

/** Polls the figures of a period. The period is kept in the page's address. */
export function useSummary(): SummaryShown {
  const [period, setPeriod] = useState(() => periodIn(location.hash))
  const onPeriod = useCallback((chosen: PeriodChosen) => {
    setPeriod(chosen)
    history.replaceState(history.state, '', location.pathname + location.search + addressOf(chosen))
  }, [])
  useEffect(() => {
    const take = () => onPeriod(periodIn(location.hash))
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [onPeriod])
  const read = useCallback(async () => {
    const answer = await readSummary(daysOf(period, new Date()))
    return answer.ok ? success<SummaryRead>({ ...answer.value, asked: period }) : answer
  }, [period])
  const polled = usePolled(read, POLL_MS)
  const value = polled.value?.asked === period ? polled.value : undefined
  return { ...polled, value, period, onPeriod }
}
