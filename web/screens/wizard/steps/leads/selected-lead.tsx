import type { ReactNode } from 'react'
import { plateOf } from '#domain/lead/plate.ts'
import type { SaleLead } from '#domain/sale/sale.ts'
import { Plate } from '../../../../ui/plate.tsx'

export type Selected = { lead: SaleLead; voucher: string; note?: ReactNode }

/** The lead that `Continue with Lead` will use. */
export function SelectedLead({ selected }: { selected: Selected | undefined }) {
  return (
    <section aria-label="Selected Lead" className="flex min-h-12 items-center gap-3 narrow:min-h-0">
      <h2 className="sr-only">Selected Lead</h2>
      {selected ? (
        <>
          <Plate number={plateOf(selected.lead.street_address)?.number} look="chosen" />
          <div className="min-w-0">
            <p className="leading-tight font-semibold wrap-anywhere">{selected.lead.street_address}</p>
            <p className="text-sm text-muted">
              {selected.lead.postcode && `${selected.lead.postcode} · `}
              <span className="font-semibold text-voucher">{selected.voucher} voucher</span>
              {selected.note}
            </p>
          </div>
        </>
      ) : (
        <p className="text-muted">Tap a door to start.</p>
      )}
    </section>
  )
}
