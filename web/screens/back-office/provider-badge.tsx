import { formatWhole } from '#domain/kernel/thousands.ts'
import type { BackOffice } from '#protocol/back-office.ts'
import { settings } from '../../settings.ts'

const PROVIDERS = { sandbox: 'Sandbox CRM (built in)', gohighlevel: 'GoHighLevel' }

/** The CRM in use, whether its calls are paused, and how many are left today. */
export function ProviderBadge({ office, silent }: { office: BackOffice | undefined; silent: boolean }) {
  const { dailyRemaining, dailyLimit, pausedUntil } = office?.crm ?? {}
  const dot = silent || !office ? 'bg-edge' : pausedUntil ? 'bg-wait' : 'bg-accent'
  return (
    <div className="px-3 text-sm">
      <p className="flex items-baseline gap-2">
        <span aria-hidden className={`size-2 shrink-0 rounded-full forced-colors:border ${dot}`} />
        <span>
          {PROVIDERS[office?.provider ?? settings.crmProvider]}
          {pausedUntil && <span className="text-muted"> paused</span>}
        </span>
      </p>
      {dailyRemaining != null && (
        <p className="pl-4 text-muted">
          {formatWhole(dailyRemaining)}
          {dailyLimit == null ? '' : ` of ${formatWhole(dailyLimit)}`} calls left today
        </p>
      )}
    </div>
  )
}
