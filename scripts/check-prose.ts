import { argv } from 'node:process'
import { describeRate, type Kind, listRefused, RATES, readPassages } from './prose.ts'

/** `npm run prose [folder ...]`: prints how often some words occur per thousand, and fails on refused words. */
const folders = argv.slice(2)
const passages = readPassages().filter(
  ({ file }) => folders.length === 0 || folders.some((folder) => file.startsWith(folder)),
)
for (const kind of ['comments', 'titles', 'documents'] as const satisfies Kind[]) {
  const own = passages.filter((passage) => passage.kind === kind)
  const rates = RATES.map((rate) => describeRate(rate, own))
  process.stdout.write(`${kind}, per 1,000 words: ${rates.join('; ')}\n`)
}
const refused = listRefused(passages)
if (refused.length > 0) {
  process.stderr.write(`${refused.join('\n')}\n${refused.length} refused passages; see CONTRIBUTING.md\n`)
  process.exitCode = 1
}
