/** Returns the value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

/** With `npm run bench -- --quick`, one round shows that a question works. */
const isQuick = process.env.BENCH_QUICK === '1'

/**
 * Measures contenders in turn, so that any other load on the machine affects all of them. The first round is a warm-up
 * and does not count; `afterWarmUp` runs once after it. Returns the measurements by contender, round by round.
 */
export async function alternate<Contenders extends Record<string, () => Promise<unknown>>>(
  contenders: Contenders,
  rounds: number,
  afterWarmUp = async () => {},
): Promise<{ [Name in keyof Contenders]: Awaited<ReturnType<Contenders[Name]>>[] }> {
  const names = Object.keys(contenders)
  const measured: Record<string, unknown[]> = Object.fromEntries(names.map((name) => [name, []]))
  const last = isQuick ? 1 : rounds
  for (let round = 0; round <= last; round++) {
    for (const offset of names.keys()) {
      const name = names[(offset + round) % names.length] ?? ''
      const result = await contenders[name]?.()
      if (round > 0) measured[name]?.push(result)
    }
    if (round === 0) await afterWarmUp()
  }
  return measured as Awaited<ReturnType<typeof alternate<Contenders>>>
}

/** Returns the median of each round's quotient: if something slows both down in a round, it cancels out. */
export function ratio(values: readonly number[], floor: readonly number[]): number {
  return median(values.map((value, round) => value / (floor[round] ?? Number.NaN)))
}
