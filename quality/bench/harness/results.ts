/** One figure; `target` is its minimum (`>=`) or maximum (`<=`). */
export type Row = { what: string; value: number; unit: string; target?: `${'>=' | '<='} ${number}` }

/** The answer to one question. `measuredAt` is ISO 8601 in UTC. */
type Question = { compared: string; measuredAt: string; rows: Row[] }

/** The answers of one run on one machine, by the name of the question. */
export type Results = { machine: string; node: string; questions: Record<string, Question> }

/** Returns whether a figure meets its target; undefined if it has none. */
export function meetsTarget({ value, target }: Row): boolean | undefined {
  if (!target) return undefined
  const limit = Number(target.slice(3))
  return target.startsWith('>=') ? value >= limit : value <= limit
}
