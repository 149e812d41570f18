import { formatWhole } from '#domain/kernel/thousands.ts'
import type { BackOffice } from '#protocol/back-office.ts'
import { settings } from '../../settings.ts'

const PROVIDERS = { sandbox: 'Sandbox CRM (built in)', gohighlevel: 'GoHighLevel' }

/** The CRM in use, whether its calls are paused, and how many are left today. */
export function ProviderBadge({ office }: { office: BackOffice | undefined }) {
  const { dailyRemaining, dailyLimit, pausedUntil } = office?.crm ?? {}
  return (
    <div className="px-3 text-sm">
      <p>
        {PROVIDERS[office?.provider ?? settings.crmProvider]}
        {pausedUntil && <span className="text-muted"> paused</span>}
      </p>
      {dailyRemaining != null && (
        <p className="text-muted">
          {formatWhole(dailyRemaining)}
          {dailyLimit == null ? '' : ` of ${formatWhole(dailyLimit)}`} calls left today
        </p>
      )}
    </div>
  )
}
