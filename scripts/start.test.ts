import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(path.join(os.tmpdir(), 'doorstep-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('npm start exits 0 when npm receives SIGTERM', { timeout: 300_000 }, async () => {
  const npm = spawn('npm', ['start'], {
    env: { ...process.env, PORT: '0', DATA_DIR: path.join(folder, 'data'), DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { promise: exit, resolve } = Promise.withResolvers<(number | string | null)[]>()
  npm.on('exit', (code, signal) => resolve([code, signal]))
  for await (const line of createInterface(npm.stdout)) if (line.includes('Doorstep is ready on')) break
  npm.stdout.resume()
  npm.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})
