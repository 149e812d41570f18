import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type BrowserContext, chromium } from '@playwright/test'

/** A browser with a profile that outlives it. */
export type MortalBrowser = {
  context: BrowserContext
  /** Sends SIGKILL to all its processes at once. */
  kill(): Promise<void>
}

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--remote-debugging-port=0',
  // Each phone has its own address, and so its own cookies. Not every system has all these addresses.
  '--host-resolver-rules=MAP 127.0.1.* 127.0.0.1',
]

// The shell outlives an interrupted or killed run: when its input ends, it kills its process group.
const KEEPER =
  'exec 3<&0; "$0" "$@" 3<&- </dev/null & browser=$!; (read -r _ <&3; kill -KILL 0) 2>&- & wait $browser'

/** Starts the browser of CHROMIUM_PATH, or Playwright's own, on this profile. The browser ends with this process. */
export async function startMortalBrowser(profile: string): Promise<MortalBrowser> {
  const program = process.env.CHROMIUM_PATH ?? chromium.executablePath()
  const command = [program, ...ARGUMENTS, `--user-data-dir=${profile}`, 'about:blank']
  const browser = spawn('/bin/sh', ['-c', KEEPER, ...command], {
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const isAlive = () => browser.exitCode === null && browser.signalCode === null
  const killGroup = () => {
    if (browser.pid !== undefined && isAlive()) process.kill(-browser.pid, 'SIGKILL')
  }
  process.once('exit', killGroup)
  let endpoint: string | undefined
  for await (const line of createInterface(browser.stderr)) {
    endpoint = /^DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (endpoint) break
  }
  if (!endpoint) throw new Error('The browser does not start.')
  browser.stderr.resume()
  const connection = await chromium.connectOverCDP(endpoint)
  const [context] = connection.contexts()
  if (!context) throw new Error('The browser has no window.')
  return {
    context,
    async kill() {
      process.off('exit', killGroup)
      if (!isAlive()) return
      const gone = once(browser, 'exit')
      killGroup()
      await gone
      await connection.close()
    },
  }
}
