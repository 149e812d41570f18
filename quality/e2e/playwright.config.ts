import { defineConfig, devices } from '@playwright/test'
import { TEST_TIMEOUT_MS } from '../support/timeouts.ts'
import { WAITING_WORKERS } from '../support/workers.ts'

/** A wait ends before its story, so that the failure says what the story was waiting for. */
const WAIT_MS = 120_000

/** Stories on the whole system. Every test has its own server and data, on a free port. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../.cache/e2e',
  fullyParallel: true,
  workers: WAITING_WORKERS,
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: WAIT_MS },
  // If a busy machine starves a story, the report lists it as flaky.
  retries: 1,
  forbidOnly: process.env.CI !== undefined,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  globalSetup: './global-setup.ts',
  // Node runs our TypeScript as it is; translating it first takes five seconds.
  build: { external: ['**/*.ts'] },
  use: {
    ...devices['Pixel 7'],
    viewport: { width: 390, height: 844 },
    actionTimeout: WAIT_MS,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // page.route and setOffline do not reach a service worker's requests, so only the stories about it allow one.
    serviceWorkers: 'block',
    // Tracing takes a fifth of the time. Use `--trace on` if you need it.
    trace: 'off',
    // A box measured while a sheet is still arriving is not at its final place. Stories about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Without a graphics card, emulating one is slower than drawing in software.
        '--disable-gpu',
      ],
    },
  },
})
