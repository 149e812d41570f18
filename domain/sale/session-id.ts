/** `sale_{timestamp}_{random}` (specification §9), from a moment in milliseconds and a random number in [0, 1). */
export function sessionIdFrom(atMs: number, random: number): string {
  return `sale_${atMs}_${Math.floor(random * 36 ** 9)
    .toString(36)
    .padStart(9, '0')}`
}
