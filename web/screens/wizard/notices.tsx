import { CircleAlert, CloudOff, CloudUpload, type IconNode, PencilLine } from 'lucide'
import { type ReactNode, useEffect, useState } from 'react'
import { useApp, useLists, usePhoneSales, useTrouble, useWriteLock } from '../../app-context.ts'
import { clearUnsentCount } from '../../storage/eviction.ts'
import { isWrite } from '../../storage/stored.ts'
import type { PhoneSale } from '../../sync/phone-sales.ts'
import { Icon } from '../../ui/icon.tsx'
import { countOf } from '../../ui/wording.ts'

/** A sale that goes out within this is not worth a word. */
const PATIENCE_MS = 4_000

/** What an agent has to know whatever the step: no line, what waits here, who else writes, what was lost. */
export function Notices({ onOpenTracker }: { onOpenTracker: () => void }) {
  return (
    <div role="status" aria-label="Notices" className="contents">
      <LossNotice />
      <WriteLockNotice />
      <LineNotice onOpenTracker={onOpenTracker} />
    </div>
  )
}

function LossNotice() {
  const { trouble } = useApp()
  const { lostSales } = useTrouble()
  if (lostSales === undefined) return null
  const unsent =
    lostSales === 0
      ? 'Every sale had reached the server.'
      : `${countOf(lostSales, 'sale')} had not reached the server: ask the customer again.`
  return (
    <Notice
      icon={CircleAlert}
      look="bad"
      text={`This browser has deleted what Doorstep kept here. ${unsent}`}
    >
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
      look="amber"
      text="This sale is open in another tab. Here you can only read it."
    >
      <NoticeButton onClick={writeLock.takeOver}>Take over</NoticeButton>
    </Notice>
  )
}

function LineNotice({ onOpenTracker }: { onOpenTracker: () => void }) {
  const { connection } = useLists()
  const { keyRefused } = useTrouble()
  const sales = [...usePhoneSales().values()]
  const refused = sales.filter(({ parked }) => parked.some(isWrite)).length
  const waiting = sales.filter(isWaiting).length
  const isLate = useLater(waiting > 0, PATIENCE_MS)
  const waits = `${countOf(waiting, 'sale')} ${waiting === 1 ? 'waits' : 'wait'} here`
  const show = <NoticeButton onClick={onOpenTracker}>Show</NoticeButton>

  if (refused > 0) {
    const text = `${countOf(refused, 'sale')} ${refused === 1 ? 'needs' : 'need'} attention`
    return (
      <Notice icon={CircleAlert} look="bad" text={text}>
        {show}
      </Notice>
    )
  }
  if (keyRefused && waiting > 0)
    return (
      <Notice icon={CircleAlert} look="bad" text={`The server does not accept this phone’s key: ${waits}.`} />
    )
  if (connection === 'lost') {
    const text = waiting > 0 ? `No connection. ${waits}.` : 'No connection. Go on selling: it is saved here.'
    return (
      <Notice icon={CloudOff} look="amber" text={text}>
        {waiting > 0 && show}
      </Notice>
    )
  }
  if (!isLate) return null
  return <Notice icon={CloudUpload} look="amber" text={`Sending: ${waits}.`} />
}

/** What was refused rests. */
const isWaiting = ({ writes, reports, parked }: PhoneSale) => writes + reports > parked.length

/** Whether something has been so for a while. */
function useLater(isSo: boolean, afterMs: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isSo) return setLate(false)
    const timer = setTimeout(() => setLate(true), afterMs)
    return () => clearTimeout(timer)
  }, [isSo, afterMs])
  return isSo && isLate
}

const LOOKS = {
  amber: 'border-voucher bg-voucher-soft text-voucher',
  bad: 'border-danger bg-danger-soft text-danger',
}

type NoticeProps = { icon: IconNode; look: keyof typeof LOOKS; text: string; children?: ReactNode }

function Notice({ icon, look, text, children }: NoticeProps) {
  return (
    <div className={`border-b ${LOOKS[look]}`}>
      <div className="mx-auto flex min-h-11 max-w-6xl items-center gap-2.5 px-4">
        <Icon of={icon} size={18} className="shrink-0" />
        <p className="min-w-0 flex-1 py-1.5 text-sm text-ink wrap-anywhere">{text}</p>
        {children}
      </div>
    </div>
  )
}

const NoticeButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    onClick={onClick}
    className="-mr-2 min-h-11 shrink-0 rounded-lg px-3 text-sm font-semibold text-ink underline underline-offset-4"
  >
    {children}
  </button>
)
