import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { freshFolder } from '#server/testing/databases.ts'

const MODULE = pathToFileURL(path.join(import.meta.dirname, 'mortal-browser.ts')).href

test('a browser ends with the process that started it, even if the process is killed', async () => {
  const profile = freshFolder()
  const script = `const { startMortalBrowser } = await import('${MODULE}')
    await startMortalBrowser('${profile}')`
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' })
  const port = () => fs.readFileSync(path.join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]
  const isThere = () =>
    fetch(`http://127.0.0.1:${port()}/json/version`).then(
      () => true,
      () => false,
    )
  await expect.poll(() => fs.existsSync(path.join(profile, 'DevToolsActivePort'))).toBe(true)
  await expect.poll(isThere).toBe(true)
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  await expect.poll(isThere).toBe(false)
  fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
})
