import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const VITE = 'node_modules/vite/bin/vite.js'

test('the web app is built for agents, whatever NODE_ENV says', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'doorstep-build-'))
  const built = spawnSync(
    process.execPath,
    [VITE, 'build', '--config', 'web/vite.config.ts', '--outDir', folder, '--logLevel', 'error'],
    {
      env: { ...process.env, NODE_ENV: 'development' },
    },
  )
  expect(built.status).toBe(0)
  const scripts = readdirSync(path.join(folder, 'assets')).filter((file) => file.endsWith('.js'))
  const code = scripts.map((file) => readFileSync(path.join(folder, 'assets', file), 'utf8')).join('')
  rmSync(folder, { recursive: true })
  expect(code.length).toBeGreaterThan(200_000)
  expect(code).not.toContain('react-devtools')
})
