/**
 * `TEL-` and the last six digits of the moment of signing in milliseconds (docs/product 6.6). Derived, never
 * rolled again, so a printed and a shown reference stay the same. Two orders may share one.
 */
export function orderReference(contractTimestamp: string): string {
  return `TEL-${String(Date.parse(contractTimestamp)).slice(-6)}`
}
