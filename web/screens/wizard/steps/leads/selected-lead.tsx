import type { SaleLead } from '#domain/sale/sale.ts'

/** The lead that `Continue with Lead` will use. */
export function SelectedLead({ selected }: { selected: { lead: SaleLead; voucher: string } | undefined }) {
  return (
    <section aria-label="Selected Lead" className="min-h-16">
      <h2 className="text-sm text-muted">Selected Lead</h2>
      {selected ? (
        <>
          <p className="font-semibold wrap-anywhere">{selected.lead.street_address}</p>
          <p className="text-sm text-muted">
            {selected.lead.postcode && `${selected.lead.postcode} · `}
            <span className="font-semibold text-voucher">{selected.voucher} voucher</span>
          </p>
        </>
      ) : (
        <p className="text-muted">None yet. Pick one from the list.</p>
      )}
    </section>
  )
}
