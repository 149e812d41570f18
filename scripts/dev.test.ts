import { type ChildProcess, spawn } from 'node:child_process'
import net from 'node:net'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { freshMigratedUrl } from '#server/testing/databases.ts'

const START_TIMEOUT_MS = 300_000

test('npm run dev serves the app from source, with the sandbox leads', {
  timeout: START_TIMEOUT_MS,
}, async () => {
  const port = await freePort()
  // The folder that `npm run dev` would use belongs to the developer.
  const { url, drop } = await freshMigratedUrl()
  onTestFinished(drop)
  const npm = spawn('npm', ['run', 'dev'], {
    env: { ...process.env, PORT: String(port), DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  onTestFinished(() => stop(npm))
  for await (const line of createInterface(npm.stdout)) if (line.startsWith('Open http://')) break
  npm.stdout.resume()

  const page = await fetch(`http://localhost:${port}/`, { headers: { accept: 'text/html' } })
  expect(await page.text()).toMatch(/@vite\/client.*"crmProvider":"sandbox".*\/main\.tsx/s)
  const leads = await fetch(`http://localhost:${port}/rest/v1/leads?select=id`, {
    headers: { apikey: 'public-anon-key' },
  })
  expect(await leads.json()).toHaveLength(40)
  for (const path of ['/map', '/openapi.json', '/.well-known/jwks.json'])
    expect(await (await fetch(`http://localhost:${port}${path}`)).json()).toBeTypeOf('object')
})

/** Ends the whole process group, as Ctrl-C in a terminal does. */
async function stop(npm: ChildProcess): Promise<void> {
  if (npm.pid === undefined || npm.exitCode !== null) return
  const ended = new Promise((resolve) => npm.once('exit', resolve))
  process.kill(-npm.pid, 'SIGINT')
  await ended
}

function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const probe = net.createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as net.AddressInfo
    probe.close(() => resolve(port))
  })
  return promise
}
