import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { useState } from 'react'
import { formatPounds } from '#domain/kernel/money.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import { retryOperation } from '../api/ghl-sync.ts'
import { useApp, useWaiting } from '../app-context.ts'
import { toast } from '../ui/toast-store.ts'

const STATUS_NAMES: Record<OpportunityStatus, string> = {
  open: 'Open',
  qualified: 'Qualified',
  'closed-won': 'Won',
  'closed-lost': 'Lost',
}

const STATUS_LOOKS: Record<OpportunityStatus, string> = {
  open: 'bg-sunken text-muted',
  qualified: 'bg-voucher-soft text-voucher',
  'closed-won': 'bg-accent text-on-accent',
  'closed-lost': 'bg-danger-soft text-danger',
}

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** One sale: who, where, what, how far, and whether the CRM knows. */
export function OpportunityCard({ opportunity }: { opportunity: OpportunityListed }) {
  const { customer_name, customer_location, service_package_name, total_value, status, created_at } =
    opportunity
  return (
    <article className="card px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 font-semibold wrap-anywhere">
          {customer_name || customer_location || 'New sale'}
        </h3>
        <span
          className={`shrink-0 rounded-full px-2.5 text-sm leading-6 font-medium ${STATUS_LOOKS[status]}`}
        >
          {STATUS_NAMES[status]}
        </span>
      </div>
      {customer_name && <p className="text-sm text-muted wrap-anywhere">{customer_location}</p>}
      <p className="flex justify-between gap-3 text-sm">
        <span className="text-muted">
          {service_package_name ?? 'No package yet'} · {DATE.format(new Date(created_at))}
        </span>
        {total_value !== null && <strong>{formatPounds(total_value)}</strong>}
      </p>
      <CrmState opportunity={opportunity} />
    </article>
  )
}

function CrmState({ opportunity }: { opportunity: OpportunityListed }) {
  const { waiting } = useApp()
  const parked = useWaiting().find(
    (call) => call.sessionId === opportunity.session_id && call.parkedBecause !== undefined,
  )
  const [busy, setBusy] = useState(false)
  const inCrm = opportunity.ghl_opportunity_id !== null

  async function push() {
    setBusy(true)
    const operation = inCrm ? 'update_opportunity' : 'create_opportunity'
    const result = await retryOperation(operation, opportunity)
    setBusy(false)
    const failed = inCrm ? 'Failed to update GHL opportunity' : 'Failed to create GHL opportunity'
    if (!result.ok) toast(`${failed}: ${result.message}`, 'bad')
  }

  if (parked) {
    return (
      <Line
        tone="bad"
        text={`Needs attention: ${parked.parkedBecause}`}
        onRetry={() => void waiting.retry(opportunity.session_id)}
      />
    )
  }
  const { last_ghl_sync, updated_at } = opportunity
  if (inCrm && last_ghl_sync !== null && last_ghl_sync >= updated_at) {
    return <Line tone="good" text={`In the CRM since ${TIME.format(new Date(last_ghl_sync))}`} />
  }
  const missing = inCrm ? 'Changes not in the CRM yet' : 'Not in the CRM yet'
  return <Line tone="waiting" text={missing} onRetry={busy ? undefined : () => void push()} />
}

const LINES = {
  good: { Icon: CircleCheck, look: 'text-accent' },
  waiting: { Icon: Clock, look: 'text-voucher' },
  bad: { Icon: CircleAlert, look: 'text-danger' },
}

type LineProps = { tone: keyof typeof LINES; text: string; onRetry?: (() => void) | undefined }

function Line({ tone, text, onRetry }: LineProps) {
  const { Icon, look } = LINES[tone]
  return (
    <div className="mt-1 flex items-center justify-between gap-2 text-sm">
      <p className={`flex min-w-0 items-center gap-1.5 ${look}`}>
        <Icon aria-hidden size={16} className="shrink-0" />
        <span className="wrap-anywhere">{text}</span>
      </p>
      {onRetry && (
        <button
          type="button"
          className="-my-2 -mr-2 min-h-11 rounded-lg px-3 font-semibold text-accent hover:bg-accent-soft"
          onClick={onRetry}
        >
          Retry
        </button>
      )}
    </div>
  )
}
