import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { freshMigratedUrl } from '#server/testing/databases.ts'

test('npm start exits 0 when npm receives SIGTERM', { timeout: 300_000 }, async () => {
  const { url, drop } = await freshMigratedUrl()
  onTestFinished(drop)
  const npm = spawn('npm', ['start'], {
    env: { ...process.env, PORT: '0', DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { promise: exit, resolve } = Promise.withResolvers<(number | string | null)[]>()
  npm.on('exit', (code, signal) => resolve([code, signal]))
  for await (const line of createInterface(npm.stdout)) if (line.includes('Doorstep is ready on')) break
  npm.stdout.resume()
  npm.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})
