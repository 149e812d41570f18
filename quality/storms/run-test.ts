import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Whether everything was right, and otherwise the first thing that was wrong. */
export type Run = { isGood: boolean; firstWrong: string }

type Report = { testResults: { message: string; assertionResults: Result[] }[] }
type Result = { status: string; title: string }

/** Runs one test file in a copy of the code. Throws if no test ran. */
export async function runTest(folder: string, test: string): Promise<Run> {
  const file = path.join(folder, 'report.json')
  const args = ['node_modules/vitest/vitest.mjs', 'run', test, '--reporter=json', `--outputFile=${file}`]
  await once(spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' }), 'exit')
  const report: Report = JSON.parse(readFileSync(file, 'utf8'))
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  if (results.length === 0) throw new Error(`${test} did not run: ${report.testResults[0]?.message}`)
  const failed = results.find(({ status }) => status === 'failed')
  return { isGood: !failed, firstWrong: failed?.title ?? '' }
}
