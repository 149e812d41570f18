import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { findBrowser } from './browser.mjs'
import { buildWeb, findNode, installPackages, launch, Refused, run, say } from './toolchain.mjs'

const FOLDER = 'quality/bench'
const RESULTS = `${FOLDER}/results.json`
const SUFFIX = '.bench.ts'

/**
 * `npm run bench`: answers every question of the folder `bench`, or those that are named (`npm run bench -- list`).
 * With `--keep` the figures become the baseline of today.
 */
await launch(async () => {
  const given = process.argv.slice(2)
  const known = readdirSync(FOLDER)
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length))
  const named = given.filter((argument) => argument !== '--keep')
  const unknown = named.find((name) => !known.includes(name))
  if (unknown) throw new Refused(`There is no question ${unknown}. There are: ${known.join(', ')}.`)

  await installPackages({ forDevelopment: true })
  const node = findNode()
  await buildWeb(node)
  const env = { ...process.env, ...(await findBrowser(node)) }
  if (named.length === 0) rmSync(RESULTS, { force: true })
  for (const name of named.length > 0 ? named : known) {
    const code = await run(node, ['--disable-warning=ExperimentalWarning', `${FOLDER}/${name}${SUFFIX}`], {
      env,
    })
    if (code !== 0) return code
  }
  if (given.includes('--keep')) keepAsBaseline()
  return 0
})

function keepAsBaseline() {
  const file = `${FOLDER}/baselines/${new Date().toISOString().slice(0, 10)}.json`
  copyFileSync(RESULTS, file)
  say(`Kept as ${file}`)
}
