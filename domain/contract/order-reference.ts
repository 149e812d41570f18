/**
 * Returns `TEL-` and the last six digits of the moment of signing in milliseconds (docs/product 6.6). It is derived
 * rather than random, so that the printed reference and the one on the screen stay the same. Two orders may share one.
 */
export function orderReference(contractTimestamp: string): string {
  return `TEL-${String(Date.parse(contractTimestamp)).slice(-6)}`
}
