import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { TEST_TIMEOUT_MS, WAIT_TIMEOUT_MS } from './quality/support/timeouts.ts'

const FAST = ['{domain,protocol,crm,web}/**/*.test.{ts,tsx}']
const SANDBOX = 'crm/sandbox/**'
const SERVER = ['{server,scripts,quality}/**/*.test.ts', `${SANDBOX}/*.test.ts`]
const MOCKED = globSync(FAST).filter((file) => readFileSync(file, 'utf8').includes('vi.mock('))
const STORMS = ['quality/storms/**/*storm.test.ts', 'quality/storms/cluster/*.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['server/testing/databases.setup.ts'],
    setupFiles: ['quality/support/wait-for.setup.ts'],
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    expect: { poll: { timeout: WAIT_TIMEOUT_MS, interval: 20 } },
    projects: [
      // These start no database and no process. They share modules, which halves the time, so they must leave no globals.
      {
        extends: true,
        test: {
          name: 'fast',
          include: FAST,
          exclude: [SANDBOX, ...MOCKED],
          maxWorkers: 2,
          isolate: false,
          execArgv: ['--experimental-eventsource'],
          sequence: { groupOrder: 0 },
        },
      },
      // A mock takes no effect on a module that an earlier file has loaded, so each of these has modules of its own.
      {
        extends: true,
        test: {
          name: 'mocked',
          include: MOCKED,
          maxWorkers: 2,
          execArgv: ['--experimental-eventsource'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        // Most of it waits for databases and servers, so two files share even two cores well.
        test: {
          name: 'server',
          include: SERVER,
          exclude: STORMS,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      // A storm takes the whole machine.
      {
        extends: true,
        test: { name: 'storms', include: STORMS, maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
    ],
  },
})
