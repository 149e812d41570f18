import * as Tabs from '@radix-ui/react-tabs'
import { formatWhole } from '#domain/kernel/thousands.ts'
import { type BackOffice, DELIVERY_TARGETS } from '#protocol/back-office.ts'
import { ignoreSecondTap } from '../../ui/ignore-second-tap.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { TargetDeliveries } from './target-deliveries.tsx'
import { TARGETS } from './targets.ts'

type DeliveriesProps = { office: BackOffice | undefined; onChange: () => void }

/** Every delivery, in a tab per target (docs/product 2.12). */
export function Deliveries({ office, onChange }: DeliveriesProps) {
  return (
    <section aria-label="Deliveries" className="card overflow-hidden">
      <h2 className="px-4 pt-2.5 font-semibold">Deliveries</h2>
      <Tabs.Root defaultValue={DELIVERY_TARGETS[0]}>
        <Tabs.List
          aria-label="Deliveries by receiver"
          onMouseDownCapture={ignoreSecondTap}
          className="flex flex-wrap border-b border-line px-2"
        >
          {DELIVERY_TARGETS.map((target) => (
            <Tabs.Trigger key={target} value={target} className="tab -mb-px flex-wrap sm:px-3">
              {TARGETS[target].tab} <Outstanding counts={office?.counts[target]} />
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {DELIVERY_TARGETS.map((target) => (
          <Tabs.Content key={target} value={target} className="min-h-28 -outline-offset-3">
            {office ? (
              <TargetDeliveries target={target} office={office} onChange={onChange} />
            ) : (
              <SkeletonRows count={1} label="Loading deliveries" />
            )}
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </section>
  )
}

/** How many are undelivered: amber if they wait, red if one is parked. */
function Outstanding({ counts }: { counts: { waiting: number; parked: number } | undefined }) {
  const { waiting, parked } = counts ?? { waiting: 0, parked: 0 }
  const look =
    parked > 0
      ? 'bg-danger-soft text-danger'
      : waiting > 0
        ? 'bg-wait-soft text-wait'
        : 'bg-sunken text-muted'
  return (
    <span className={`rounded-full px-2 text-sm leading-6 ${look}`}>
      {counts ? formatWhole(waiting + parked) : '–'}
    </span>
  )
}
