import { isSold } from '#domain/lead/lead.ts'
import { useLists, useSale } from '../../../../app-context.ts'
import { currentLeadStatus } from './current-lead-status.ts'

/** Says that another sale has won the lead, while that is so, before a customer signs in vain. */
export function SoldMeanwhile() {
  const status = currentLeadStatus(useLists(), useSale())
  if (!status || !isSold({ status })) return null
  return (
    <p role="alert" className="card border-danger bg-danger-soft p-4">
      <strong className="font-semibold text-danger">Already sold: This lead was won before.</strong> Leave
      this sale, or go back and choose another lead.
    </p>
  )
}
