import { meetsTarget, type Results, type Row } from './results.ts'

/** The order of the questions on the page. */
export const QUESTIONS = [
  'sale',
  'seal',
  'list',
  'realtime',
  'first-load',
  'phone-list',
  'start',
  'verify',
  'premises',
  'slice',
  'walk',
  'map',
] as const

/** Returns `docs/performance.md`: the figures of one run of all questions, with a table for each. */
export function performancePage({ machine, node, questions }: Results): string {
  const measuredAt = Object.values(questions).map((question) => question.measuredAt)
  const date = measuredAt.toSorted()[0]?.slice(0, 10)
  const tables = QUESTIONS.flatMap((name) => {
    const question = questions[name]
    if (!question) return []
    const day = question.measuredAt.slice(0, 10)
    const later = day === date ? '' : ` Measured on ${day}.`
    return [`## ${name}\n\n${capitalised(question.compared)}.${later}\n\n${tableOf(question.rows)}`]
  })
  return [introduction(`${machine}, Node ${node.slice(1)}, ${date}`), ...tables, ARCHIVE].join('\n\n')
}

const introduction = (measured: string) => `# How fast Doorstep is

Written by \`npm run bench -- --keep\` from \`quality/bench/baseline.json\`; do not edit.

Measured on ${measured}.

\`npm run bench -- list\` repeats one question. Doorstep runs as its real process beside a yardstick, in turn, on the
same machine as the load. Figures are medians over the rounds; a ratio is the median of each round's quotient. Ratios
hold on other machines too, absolute figures only on this one and in that hour. Both databases sync every commit.`

const ARCHIVE = `## Archive

Growth to a million leads, several processes, 2,000 event streams, the outbox, pulls and the queue were measured until
23 November 2026: \`git show 515d39b:docs/performance.md\`, with the questions in \`quality/bench\` of that commit.
`

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(
    (row) => `| ${row.what} | ${row.value.toLocaleString('en-GB')} ${row.unit} | ${targetOf(row)} |`,
  )
  return ['| | figure | target |', '| --- | ---: | --- |', ...lines].join('\n')
}

const targetOf = (row: Row) => (row.target ? `${row.target}${meetsTarget(row) ? '' : ', **missed**'}` : '')

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
