import type { Verdict } from '#domain/eligibility/eligibility.ts'
import { plateOf } from '#domain/lead/plate.ts'
import type { SaleLead } from '#domain/sale/sale.ts'
import { Plate } from '../../../../ui/plate.tsx'

export type Selected = {
  lead: SaleLead
  voucher: string
  /** A verdict on this lead that no sale has used. */
  verdict: Verdict | undefined
  /** Whether it is sold or agents must not call there; `Continue with Lead` then says so. */
  isClosed: boolean
}

/** The lead that `Continue with Lead` will use. */
export function SelectedLead({ selected }: { selected: Selected | undefined }) {
  return (
    <section
      aria-label="Selected Lead"
      className="flex min-h-12 items-center gap-3 narrow:min-h-0 snug:[&>.plate]:hidden tiny:[&>.plate]:hidden"
    >
      <h2 className="sr-only">Selected Lead</h2>
      {selected ? (
        <>
          <Plate number={plateOf(selected.lead.street_address)?.number} look="chosen" />
          <div className="min-w-0">
            <p className="leading-tight wrap-anywhere">
              {/* Isolated: right-to-left letters at the end of one would mix with those of the other. */}
              <bdi className="font-semibold">{selected.lead.street_address}</bdi>{' '}
              <bdi>{selected.lead.contact_name}</bdi>
            </p>
            <p className="text-sm text-muted">
              {selected.lead.postcode && `${selected.lead.postcode} · `}
              <Worth {...selected} />
            </p>
          </div>
        </>
      ) : (
        <p className="no-lead-yet">Tap a door to start.</p>
      )}
    </section>
  )
}

/** The voucher that `Continue with Lead` will use. */
const Worth = ({ voucher, verdict }: Selected) => {
  const refusal = refusalIn(verdict)
  return refusal ? (
    <Refusal words={refusal} />
  ) : (
    <>
      <span className="font-semibold text-voucher">{voucher} voucher</span>
      {verdict && ' · check not used yet'}
    </>
  )
}

/** Returns why a check stops the sale, in two words; undefined if it does not. */
export const refusalIn = (verdict: Verdict | undefined) =>
  verdict?.eligible === false ? (verdict.words ?? 'Not eligible') : undefined

export const Refusal = ({ words }: { words: string }) => (
  <span className="font-semibold text-danger">{words}</span>
)
