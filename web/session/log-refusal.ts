import type { SaleCall } from '#protocol/sale-calls.ts'
import { reportTrouble } from '../storage/report-trouble.ts'
import { isWrite } from '../storage/stored.ts'

/** Logs a refused call unless it is a write (docs/product 10.3). A refused write is shown with its sale. */
export function logRefusal(call: SaleCall, reason: string): void {
  if (!isWrite(call)) reportTrouble(new Error(`Refused ${call.kind}: ${reason}`))
}
