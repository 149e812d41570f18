import { CircleAlert, CloudOff, CloudUpload, PencilLine } from 'lucide'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useApp, useLists, usePhoneSales, useSale, useTrouble, useWriteLock } from '../../app-context.ts'
import { turnedAway } from '../../http/turned-away.ts'
import { clearUnsentCount } from '../../storage/eviction.ts'
import { isWrite } from '../../storage/stored.ts'
import { isSigned, isWaiting } from '../../sync/phone-sales.ts'
import { prefetched } from '../../ui/prefetched.ts'
import { countOf } from '../../ui/wording.ts'
import { useStore } from '../../use-store.ts'
import { Notice } from './notice.tsx'
import { parts } from './steps/leads/parts.ts'

/** If a sale is sent within this time, no notice mentions it. */
const GRACE_MS = 4_000

/**
 * The notices that matter on every step: data lost, another tab writing, offline, sales not sent (docs/product 2.14).
 */
export function Notices({ onOpenTracker }: { onOpenTracker: () => void }) {
  return (
    <div role="status" aria-label="Notices" className="contents">
      <LossNotice />
      <WriteLockNotice />
      <AwayNotice />
      <SendingNotice onOpenTracker={onOpenTracker} />
    </div>
  )
}

function LossNotice() {
  const { trouble } = useApp()
  const { lostSales } = useTrouble()
  if (lostSales === undefined) return null
  const unsent =
    lostSales === 0
      ? 'Every sale had been sent.'
      : `${countOf(lostSales, 'sale')} hadn’t been sent. Please see ${lostSales === 1 ? 'that customer' : 'those customers'} again.`
  return (
    <Notice icon={CircleAlert} look="bad" text={`Your browser has cleared Doorstep’s storage. ${unsent}`}>
      <NoticeButton
        onClick={() => {
          clearUnsentCount()
          trouble.update({ lostSales: undefined })
        }}
      >
        Understood
      </NoticeButton>
    </Notice>
  )
}

function WriteLockNotice() {
  const { writeLock } = useApp()
  if (useWriteLock() === 'ours') return null
  return (
    <Notice
      icon={PencilLine}
      look="wait"
      text="This sale is open in another tab, so you can only read it here."
    >
      <NoticeButton onClick={writeLock.takeOver}>Take over</NoticeButton>
    </Notice>
  )
}

const turned = prefetched(async () => (await parts()).TurnedAwayNotice)

/** Says that the server turns this phone away. The code loads later, because few phones ever need it. */
function AwayNotice() {
  const isAway = useStore(turnedAway) !== undefined
  return useLists().isOffline || !isAway ? null : (
    <Suspense>
      <turned.Screen />
    </Suspense>
  )
}

function SendingNotice({ onOpenTracker }: { onOpenTracker: () => void }) {
  const { isOffline } = useLists()
  const isAway = useStore(turnedAway) !== undefined
  const sales = [...usePhoneSales().values()]
  const refusals = useRefusals()
  // Only signed sales count. Until then the agent is still making the sale, and the customer is owed nothing.
  const waiting = sales.filter((sale) => isSigned(sale) && isWaiting(sale)).length
  const isLate = useLater(waiting > 0, GRACE_MS)
  const waits = `${countOf(waiting, 'sale')} waiting`
  const show = <NoticeButton onClick={onOpenTracker}>Show</NoticeButton>

  if (refusals.length > 0) {
    const [reason, ...others] = refusals
    const text =
      others.length > 0 ? `${countOf(refusals.length, 'sale')} need attention` : `Needs attention: ${reason}`
    return (
      <Notice icon={CircleAlert} look="bad" text={text}>
        {show}
      </Notice>
    )
  }
  if (isOffline) {
    const text =
      waiting > 0
        ? `You’re offline. ${waits}.`
        : 'You’re offline. Carry on: everything is saved on this phone.'
    return (
      <Notice icon={CloudOff} look="wait" text={text}>
        {waiting > 0 && show}
      </Notice>
    )
  }
  if (!isLate || isAway) return null
  return <Notice icon={CloudUpload} look="wait" text={`Sending: ${waits}.`} />
}

/** Returns why the server refused each sale. Leaves out the sale on step 5, which shows its own refusal. */
function useRefusals(): string[] {
  const { sessionId, contract } = useSale()
  const others = [...usePhoneSales().values()].filter((sale) => !contract || sale.sessionId !== sessionId)
  return others.flatMap(({ parked }) => parked.find(isWrite)?.reason ?? [])
}

/** Returns true if `isSo` has been true for at least `afterMs`. */
function useLater(isSo: boolean, afterMs: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isSo) return setLate(false)
    const timer = setTimeout(() => setLate(true), afterMs)
    return () => clearTimeout(timer)
  }, [isSo, afterMs])
  return isSo && isLate
}

const NoticeButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" onClick={onClick} className="notice-button">
    {children}
  </button>
)
