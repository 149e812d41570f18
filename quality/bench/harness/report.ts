import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'

/** One figure. `target` is the least (`>=`) or the most (`<=`) that it should be. */
export type Row = { what: string; value: number; unit: string; target?: `${'>=' | '<='} ${number}` }

type Question = { command: string; compared: string; measuredAt: string; rows: Row[] }
type Results = { machine: string; node: string; questions: Record<string, Question> }

const FILE = 'quality/bench/results.json'

/** Prints the answer to one question as a table, and notes it in `quality/bench/results.json`. */
export function report(name: string, compared: string, given: readonly Row[]): void {
  const rows = given.map((row) => ({ ...row, value: Number(row.value.toPrecision(3)) }))
  const width = Math.max(...rows.map(({ what }) => what.length))
  console.log(`\n${name}: ${compared}`)
  for (const row of rows) console.log(`  ${row.what.padEnd(width)}  ${row.value} ${row.unit}${verdict(row)}`)

  const results: Results = existsSync(FILE)
    ? JSON.parse(readFileSync(FILE, 'utf8'))
    : { machine: describeMachine(), node: process.version, questions: {} }
  const measuredAt = new Date().toISOString()
  results.questions[name] = { command: `npm run bench -- ${name}`, compared, measuredAt, rows }
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`)
}

function verdict({ value, target }: Row): string {
  if (!target) return ''
  const limit = Number(target.slice(3))
  const isMet = target.startsWith('>=') ? value >= limit : value <= limit
  return `  (target ${target}: ${isMet ? 'met' : 'MISSED'})`
}

function describeMachine(): string {
  const memoryGiB = Math.round(os.totalmem() / 2 ** 30)
  return `${os.cpus().length} cores of ${os.cpus()[0]?.model ?? os.arch()}, ${memoryGiB} GiB, ${os.type()}`
}
