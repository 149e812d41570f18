import { useCallback, useEffect, useState } from 'react'
import { success } from '#domain/kernel/result.ts'
import type { Summary } from '#protocol/office-summary.ts'
import { readSummary } from '../../../http/office-summary.ts'
import { type Polled, usePolled } from '../../../http/use-polled.ts'
import { addressOf, daysOf, type PeriodChosen, periodIn } from './period.ts'

/** The server reads every sale for it. */
const POLL_MS = 60_000

/** What was read, and of which period. */
type SummaryRead = Summary & { asked: PeriodChosen }

export type SummaryShown = Polled<SummaryRead> & {
  period: PeriodChosen
  /** Whether `value` is of this period. Until then it is of an earlier one. */
  isCurrent: boolean
  onPeriod: (period: PeriodChosen) => void
}

/** The figures of a period, read again and again. The period is kept in the page's address. */
export function useSummary(): SummaryShown {
  const [period, setPeriod] = useState(() => periodIn(location.hash))
  useEffect(() => history.replaceState(history.state, '', location.pathname + addressOf(period)), [period])
  useEffect(() => {
    const take = () => setPeriod(periodIn(location.hash))
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  const read = useCallback(async () => {
    const answer = await readSummary(daysOf(period, new Date()))
    return answer.ok ? success<SummaryRead>({ ...answer.value, asked: period }) : answer
  }, [period])
  const polled = usePolled(read, POLL_MS)
  return { ...polled, period, isCurrent: polled.value?.asked === period, onPeriod: setPeriod }
}
