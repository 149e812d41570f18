import { standingInWords } from '#domain/after-signature/outcome-words.ts'
import type { SaleOutcome } from '#domain/after-signature/sale-outcome.ts'
import { markOutcome } from '../../../http/sale-record.ts'
import { toast } from '../../../ui/toast-store.ts'

const UNDO_MS = 10_000

/** An outcome of a sale, and the function that reads the sale again after a change. */
type OutcomeOfSale = { sessionId: string; outcome: SaleOutcome; onChange: () => void }

/** Takes an outcome back, or makes it count again. */
export async function setTakenBack(which: OutcomeOfSale, taken_back: boolean): Promise<void> {
  const { sessionId, outcome, onChange } = which
  const marked = await markOutcome(sessionId, outcome.id, { taken_back })
  onChange()
  if (marked.ok) offerUndo(which, taken_back)
  else toast(`Couldn’t save it: ${marked.failure.message}`, 'bad')
}

/** Says that an outcome was recorded, or taken back, and offers to undo it. */
export function offerUndo(which: OutcomeOfSale, taken_back: boolean): void {
  const run = () => void setTakenBack(which, !taken_back)
  const undo = { name: 'Undo', undoMs: UNDO_MS, run }
  toast(`${taken_back ? 'Taken back' : 'Recorded'}: ${standingInWords(which.outcome)}`, 'good', undo)
}
