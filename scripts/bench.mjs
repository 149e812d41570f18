import { readdirSync, rmSync } from 'node:fs'
import { findBrowser } from './browser.mjs'
import { build, findNode, installPackages, launch, Refused, run } from './toolchain.mjs'

const FOLDER = 'quality/bench'
const SUFFIX = '.bench.ts'

/**
 * `npm run bench`: answers every question of `quality/bench`, or only the named ones (`npm run bench -- list`).
 * `--keep` makes the figures of all questions the baseline. `--quick` runs one round, to see that a question works.
 */
await launch(async () => {
  const given = process.argv.slice(2)
  const [keep, quick] = ['--keep', '--quick'].map((option) => given.includes(option))
  const named = given.filter((argument) => argument !== '--keep' && argument !== '--quick')
  const known = readdirSync(FOLDER)
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length))
  const unknown = named.find((name) => !known.includes(name))
  if (unknown) throw new Refused(`There is no question ${unknown}. There are: ${known.join(', ')}.`)
  if (keep && (quick || named.length > 0)) throw new Refused('--keep needs a full run of all questions.')

  await installPackages({ forDevelopment: true })
  const node = findNode()
  await build(node)
  const env = { ...process.env, ...(await findBrowser(node)), ...(quick && { BENCH_QUICK: '1' }) }
  const runScript = (file) =>
    run(node, ['--disable-warning=ExperimentalWarning', `${FOLDER}/${file}`], { env })
  if (named.length === 0) rmSync('.cache/bench/results.json', { force: true })
  for (const name of named.length > 0 ? named : known) {
    const code = await runScript(`${name}${SUFFIX}`)
    if (code !== 0) return code
  }
  return keep ? runScript('keep.ts') : 0
})
