import { readdirSync } from 'node:fs'
import { findPostgresPrograms } from '#server/backup/find-postgres-programs.mjs'
import { findBrowser } from './browser.mjs'
import { findNode, installPackages, launch, Refused, run } from './toolchain.mjs'

const FOLDER = 'quality/storms'
const SUFFIX = '.soak.ts'
const WITHOUT_BROWSER = ['crm', 'cluster']

/** `npm run soak:crm -- 2000 42`: runs a storm of `quality/storms` with these arguments. */
await launch(async () => {
  const [name, ...given] = process.argv.slice(2)
  const known = readdirSync(FOLDER)
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length))
  if (!name || !known.includes(name)) throw new Refused(`Which storm? There are: ${known.join(', ')}.`)

  await installPackages({ forDevelopment: true })
  const programs = findPostgresPrograms()
  const node = findNode()
  const browser = WITHOUT_BROWSER.includes(name) ? {} : await findBrowser(node)
  const env = { ...process.env, ...browser, ...(programs ? { POSTGRES_BIN: programs } : {}) }
  return run(node, ['--disable-warning=ExperimentalWarning', `${FOLDER}/${name}${SUFFIX}`, ...given], {
    env,
  })
})
