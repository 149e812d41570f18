import type { SaleRecord } from '#protocol/sale-record.ts'

/** Returns why a document of the sale is not sealed yet, or undefined if there is nothing to do. */
export function sealingInWords(
  {
    sale,
    evidence,
    deliveries,
    seal_reason,
  }: Pick<SaleRecord, 'sale' | 'evidence' | 'deliveries' | 'seal_reason'>,
  versions: number,
): string | undefined {
  const { seal } = deliveries
  if (seal?.state === 'parked')
    return `It could not be sealed: ${seal.reason ?? 'the reason is not known'} Retry it under Deliveries, Documents.`
  if (seal?.state === 'waiting' && seal_reason !== null)
    return `It is waiting for the seal key: ${seal_reason} It will be sealed once the key can be used.`
  if (seal?.state === 'waiting')
    return seal.reason === null
      ? 'It is being sealed.'
      : `It will be retried soon. The last attempt: ${seal.reason}`
  if (versions > 0 || seal !== null) return undefined
  if (sale.contract_timestamp === null) return 'This sale is not signed yet, so there is nothing to seal.'
  if (sale.received_at === null || evidence !== null) return 'There is no document to seal.'
  return 'It is waiting for the phone’s record of the signing. If none arrives, it is sealed 15 minutes after the contract.'
}
