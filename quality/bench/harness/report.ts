import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { meetsTarget, type Results, type Row } from './results.ts'

const FILE = '.cache/bench/results.json'

/** Prints the answer to one question as a table, and adds it to the results of the run. */
export function report(name: string, compared: string, given: readonly Row[]): void {
  const rows = given.map((row) => ({ ...row, value: Number(row.value.toPrecision(3)) }))
  const width = Math.max(...rows.map(({ what }) => what.length))
  console.log(`\n${name}: ${compared}`)
  for (const row of rows) console.log(`  ${row.what.padEnd(width)}  ${row.value} ${row.unit}${verdict(row)}`)

  const results: Results = existsSync(FILE)
    ? JSON.parse(readFileSync(FILE, 'utf8'))
    : { machine: describeMachine(), node: process.version, questions: {} }
  results.questions[name] = { compared, measuredAt: new Date().toISOString(), rows }
  mkdirSync(path.dirname(FILE), { recursive: true })
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`)
}

function verdict(row: Row): string {
  const isMet = meetsTarget(row)
  return isMet === undefined ? '' : `  (target ${row.target}: ${isMet ? 'met' : 'MISSED'})`
}

function describeMachine(): string {
  const memoryGiB = Math.round(os.totalmem() / 2 ** 30)
  return `${os.cpus().length} cores of ${os.cpus()[0]?.model ?? os.arch()}, ${memoryGiB} GiB, ${os.type()}`
}
