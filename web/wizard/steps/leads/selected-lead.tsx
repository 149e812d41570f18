import type { SaleLead } from '#domain/sale/sale.ts'

/** The lead that the sale goes on with. */
export function SelectedLead({ selected }: { selected: { lead: SaleLead; voucher: string } | undefined }) {
  return (
    <section aria-label="Selected Lead" className="min-h-13">
      <h2 className="text-sm font-medium text-muted">Selected Lead</h2>
      {selected ? (
        <div className="flex items-baseline justify-between gap-3">
          <p className="min-w-0 font-semibold wrap-anywhere">
            {selected.lead.street_address}
            <span className="ml-2 font-normal text-muted">{selected.lead.postcode}</span>
          </p>
          <p className="shrink-0 font-semibold text-voucher">{selected.voucher} voucher</p>
        </div>
      ) : (
        <p className="text-muted">None yet. Pick one from the list.</p>
      )}
    </section>
  )
}
