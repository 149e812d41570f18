import type { CrmCheckResult } from '../../port.ts'
import type { SeenLimits } from '../http/call-budget.ts'
import { remedyFor } from './remedies.ts'

/** Reports how many calls are left, according to the latest response. */
export function rateCheck(limits: SeenLimits): CrmCheckResult {
  const name = 'Rate limit'
  const { max, remaining, intervalMs, dailyLimit, dailyRemaining } = limits
  if (max === null) return { name, ok: true, detail: 'GoHighLevel has not reported its limits yet.' }
  const interval = `${count(remaining)} of ${count(max)} calls left in ${(intervalMs ?? 0) / 1000} s`
  const day = `${count(dailyRemaining)} of ${count(dailyLimit)} left today`
  const isOver = dailyRemaining === 0
  const remedy = isOver ? ` ${remedyFor({ code: 'daily-limit' }, '')}` : ''
  return { name, ok: !isOver, detail: `${interval}, ${day}.${remedy}` }
}

const count = (amount: number | null) => amount?.toLocaleString('en-GB') ?? '?'
