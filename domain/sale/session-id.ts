/**
 * Returns `sale_{timestamp}_{random}` (docs/product 6.6) from a moment in milliseconds and a random number in [0, 1).
 */
export function sessionIdFrom(atMs: number, random: number): string {
  return `sale_${atMs}_${Math.floor(random * 36 ** 9)
    .toString(36)
    .padStart(9, '0')}`
}
