import { formatWhole } from '#domain/kernel/thousands.ts'
import { type BackOffice, DELIVERY_TARGETS } from '#protocol/back-office.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TargetDeliveries } from './target-deliveries.tsx'
import { TARGETS } from './targets.ts'

const TABS = DELIVERY_TARGETS.map((tab) => ({ tab }))

type DeliveriesProps = { office: BackOffice | undefined; onChange: () => void }

/** All deliveries, with a tab for each target (docs/product 2.12). */
export function Deliveries({ office, onChange }: DeliveriesProps) {
  return (
    <section aria-label="Deliveries" className="card overflow-hidden">
      <h2 className="px-4 pt-2.5 font-semibold">Deliveries</h2>
      <Tabs
        label="Deliveries by receiver"
        tabs={TABS}
        title={({ tab: target }) => (
          <>
            {TARGETS[target].tab} <Outstanding counts={office?.counts[target]} />
          </>
        )}
        look={{
          list: 'flex flex-wrap border-b border-line px-2',
          tab: 'tab -mb-px flex-wrap sm:px-3',
          panel: 'min-h-28 -outline-offset-3',
        }}
      >
        {({ tab: target }) =>
          office ? (
            <TargetDeliveries target={target} office={office} onChange={onChange} />
          ) : (
            <SkeletonRows count={1} label="Loading deliveries" />
          )
        }
      </Tabs>
    </section>
  )
}

/** How many deliveries are outstanding: amber if they wait, red if one is parked. */
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
