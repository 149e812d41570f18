import { useEffect, useEffectEvent, useState } from 'react'
import type { Check } from '#domain/eligibility/eligibility.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { useApp } from '../../../../app-context.ts'
import { checkKey, keepCheck, keptChecks } from '../../../../eligibility/kept-checks.ts'
import { checkHousehold } from '../../../../premises/check-household.ts'
import { refreshSlice } from '../../../../premises/refresh-slice.ts'
import { reportTrouble } from '../../../../storage/report-trouble.ts'
import { dismissRefusal } from '../../use-commands.ts'
import { householdToCheck } from './household-to-check.ts'

/**
 * Returns the voucher check of a sale. A verdict that was not applied is still there the next time. If a check has to
 * wait for a connection, it runs as soon as there is one.
 */
export function useCheck(sale: Sale) {
  const { lists } = useApp()
  const key = checkKey(sale)
  const [kept] = useState(() => keptChecks().get()[key])
  const [address, setAddress] = useState(kept?.address ?? sale.customerLocation?.address ?? '')
  const [check, setCheck] = useState<Check | undefined>(
    kept && { verdict: kept.verdict, voucherVerdict: kept.voucherVerdict ?? null },
  )
  const [checking, setChecking] = useState(false)
  const { area } = lists
  useEffect(() => void refreshSlice(area).catch(reportTrouble), [area])

  const waits = check?.verdict === 'when-online'
  const runAgain = useEffectEvent(() => void run())
  useEffect(() => {
    if (!waits) return
    addEventListener('online', runAgain)
    return () => removeEventListener('online', runAgain)
  }, [waits])

  async function run() {
    dismissRefusal()
    setCheck(undefined)
    setChecking(true)
    const answer = await checkHousehold(await householdToCheck(sale, address, lists.shown.leads))
    const { verdict, voucherVerdict } = answer
    if (verdict !== 'when-online') keepCheck(key, { address, verdict, voucherVerdict })
    setCheck(answer)
    setChecking(false)
  }

  /** Takes a changed address, which has no verdict yet. */
  function type(text: string) {
    setAddress(text)
    setCheck(undefined)
  }

  return { address, type, check, checking, run, forget: () => keepCheck(key, undefined) }
}
