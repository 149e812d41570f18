import { createInCrm, type Lead, setLeadStatus, startSale } from './calls.ts'
import type { Run } from './run.ts'

/** A lead, with the actions on it. */
export function LeadLine({ lead, run }: { lead: Lead; run: Run }) {
  const { id, street_address, postcode, voucher_value, status } = lead

  async function sell() {
    await run(startSale(lead))
    await run(setLeadStatus(id, 'contacted'))
    await run(createInCrm(lead))
  }

  return (
    <li>
      {street_address}, {postcode}: £{Number(voucher_value)}, {status}{' '}
      {status === 'new' && (
        <button type="button" onClick={() => void sell()}>
          Sell to {street_address}
        </button>
      )}
    </li>
  )
}
