import { formatWhole } from '#domain/kernel/thousands.ts'
import type { BackOffice } from '#protocol/back-office.ts'
import { settings } from '../../settings.ts'

const PROVIDERS = { sandbox: 'Sandbox CRM (built in)', gohighlevel: 'GoHighLevel' }

/** The CRM in use, whether its calls are paused, and how many are left today. */
export function ProviderBadge({ office, silent }: { office: BackOffice | undefined; silent: boolean }) {
  const { dailyRemaining, dailyLimit, pausedUntil } = office?.crm ?? {}
  const dot = silent || !office ? 'bg-edge' : pausedUntil ? 'bg-wait' : 'bg-accent'
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1 text-sm">
      {dailyRemaining != null && (
        <p className="text-muted">
          {formatWhole(dailyRemaining)}
          {dailyLimit == null ? '' : ` of ${formatWhole(dailyLimit)}`} calls left today
        </p>
      )}
      <p className="flex items-center gap-2 rounded-full border border-line px-3 py-1">
        <span aria-hidden className={`size-2 shrink-0 rounded-full ${dot}`} />
        {PROVIDERS[office?.provider ?? settings.crmProvider]}
        {pausedUntil && <span className="text-muted">paused</span>}
      </p>
    </div>
  )
}
