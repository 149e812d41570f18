import { type ChildProcess, spawn } from 'node:child_process'
import net from 'node:net'
import { createServer } from 'vite'
import type { AppSettings } from '#protocol/functions.ts'
import { type Config, configFromEnv } from '#server/config.ts'
import { readEnvironment } from '#server/environment.ts'
import { fillWithSandboxLeads } from './fill-with-sandbox-leads.ts'
import { pagesPlugin } from './pages-plugin.ts'

const DATA_DIR = '.cache/dev/data'
/** The paths that the server answers. The sources of the map are under `/map/` too. */
const CALLS = [
  ...['/rest', '/functions', '/realtime', '/.well-known', '/openapi.json', '/healthz', '/readyz', '/metrics'],
  ...['^/map$', '^/map/[^/]+/\\d+/\\d+/\\d+$'],
]

/**
 * The development loop. Vite serves the web app from source with hot reload, and passes every call on to a server that
 * restarts when one of its files changes. Its data is in its own folder, filled with the sandbox leads.
 */
const config = readConfig()
const apiPort = await findFreePort()
const server = startServer(apiPort)
const vite = await createServer({
  configFile: 'web/vite.config.ts',
  appType: 'mpa',
  clearScreen: false,
  plugins: [pagesPlugin(settingsOf(config))],
  server: {
    host: config.host,
    port: config.port,
    strictPort: true,
    proxy: Object.fromEntries(
      CALLS.map((path) => [path, { target: `http://127.0.0.1:${apiPort}`, ws: path === '/realtime' }]),
    ),
  },
})
await vite.listen()
if (!config.crm) await fillWithSandboxLeads(`http://127.0.0.1:${apiPort}`, config.publicKey)
process.stdout.write(`Open http://localhost:${config.port} to develop; its data is in ${DATA_DIR}.\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())

async function stop(): Promise<void> {
  server.kill('SIGTERM')
  await vite.close()
}

/** Returns the configuration. If a setting is wrong, prints the server's own message and exits. */
function readConfig(): Config {
  const environment = readEnvironment()
  const decision = environment.ok ? configFromEnv(environment.value) : environment
  if (decision.ok) return decision.value
  process.stderr.write(`${decision.failure.sentence}\n`)
  process.exit(1)
}

function startServer(port: number): ChildProcess {
  const args = [
    '--watch',
    '--watch-preserve-output',
    '--disable-warning=ExperimentalWarning',
    'server/main.ts',
  ]
  const env = { ...process.env, PORT: String(port), DATA_DIR }
  const child = spawn(process.execPath, args, { stdio: 'inherit', env })
  child.once('exit', (code) => process.exit(code ?? 0))
  return child
}

function settingsOf({ publicKey, localArea, crm, company, publicUrl, authMode }: Config): AppSettings {
  return {
    publicKey,
    localArea,
    crmProvider: crm ? 'gohighlevel' : 'sandbox',
    company,
    publicUrl,
    ...(authMode !== 'anonymous' && { authMode }),
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
