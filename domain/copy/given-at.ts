/**
 * Returns the moment at which a copy counts as given. A phone's clock may be wrong, but no copy is given before its
 * contract is signed or after its report arrives (docs/product 8.13). All moments are UTC, ISO 8601 with milliseconds.
 */
export function givenAt(reportedAt: string, sale: { signedAt: string; receivedAt: string }): string {
  const notBefore = reportedAt < sale.signedAt ? sale.signedAt : reportedAt
  return notBefore > sale.receivedAt ? sale.receivedAt : notBefore
}
