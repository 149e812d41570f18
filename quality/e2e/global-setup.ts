import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/database.ts'

/** Migrates one database per run. Every story starts on a copy, which is fast. */
export default async function globalSetup(): Promise<() => void> {
  if (!existsSync('web/dist/index.html')) throw new Error('Build the web app first: npx vite build')
  const template = join(mkdtempSync(join(tmpdir(), 'doorstep-template-')), 'data')
  const database = await openDatabase({ databaseUrl: undefined, dataDir: template }, console)
  await database.migrate()
  await database.close()
  process.env.STORY_TEMPLATE = template
  return () => rmSync(join(template, '..'), { recursive: true, force: true })
}
