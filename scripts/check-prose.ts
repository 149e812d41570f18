import { argv } from 'node:process'
import { type Kind, RATES, rateOf, readPassages, refusedIn } from './prose.ts'

/** `npm run prose [folder ...]`: lists refused words, and how often some words occur per thousand. */
const folders = argv.slice(2)
const passages = readPassages().filter(
  ({ file }) => folders.length === 0 || folders.some((folder) => file.startsWith(folder)),
)
const refused = passages.flatMap((passage) => {
  const words = refusedIn(passage)
  const { file, line, kind, text } = passage
  return words.length > 0
    ? [`${file}:${line} ${kind}: ${words.join(', ')} in “${text.replace(/\s+/g, ' ')}”`]
    : []
})
for (const kind of ['comments', 'titles', 'documents'] as const satisfies Kind[]) {
  const own = passages.filter((passage) => passage.kind === kind)
  const rates = Object.entries(RATES).map(([name, pattern]) => `${name} ${rateOf(pattern, own).toFixed(1)}`)
  process.stdout.write(`${kind}, per 1,000 words: ${rates.join('; ')}\n`)
}
if (refused.length > 0) {
  process.stderr.write(`${refused.join('\n')}\n${refused.length} refused passages; see CONTRIBUTING.md\n`)
  process.exitCode = 1
}
