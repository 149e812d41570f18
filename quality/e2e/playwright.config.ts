import { defineConfig, devices } from '@playwright/test'
import { TEST_TIMEOUT_MS } from '../support/timeouts.ts'

/** Stories on the whole system: every test has its own server and its own data, on free ports. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../.cache/e2e',
  fullyParallel: true,
  // Two leave a fifth of two cores idle: a story often waits for a page or a server.
  workers: 3,
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: 120_000 },
  // A crowded machine may starve one; the report then calls it flaky, by name.
  retries: 1,
  forbidOnly: process.env.CI !== undefined,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  globalSetup: './global-setup.ts',
  use: {
    ...devices['Pixel 7'],
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Nothing sees what a service worker asks of the server, neither page.route nor setOffline: only the stories about it have one.
    serviceWorkers: 'block',
    // A recording of every story takes a fifth of the time; `--trace on` makes one.
    trace: 'off',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Without a graphics card the emulation of one costs more than drawing without.
        '--disable-gpu',
      ],
    },
  },
})
