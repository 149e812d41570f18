import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { performancePage } from './harness/performance-page.ts'

/** Makes the results of the last run the baseline, and writes the page that shows them. */
const BASELINE = 'quality/bench/baseline.json'
copyFileSync('.cache/bench/results.json', BASELINE)
writeFileSync('docs/performance.md', performancePage(JSON.parse(readFileSync(BASELINE, 'utf8'))))
console.log(`Kept as ${BASELINE} and docs/performance.md`)
