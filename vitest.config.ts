import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { TEST_TIMEOUT_MS, WAIT_TIMEOUT_MS } from './quality/support/timeouts.ts'
import { COMPUTING_WORKERS, WAITING_WORKERS } from './quality/support/workers.ts'

const FAST = ['{domain,protocol,crm,web}/**/*.test.{ts,tsx}']
const SANDBOX = 'crm/sandbox/**'
const SERVER = ['{server,scripts,quality}/**/*.test.ts', `${SANDBOX}/*.test.ts`]
const mocked = (pattern: string[]) =>
  globSync(pattern).filter((file) => readFileSync(file, 'utf8').includes('vi.mock('))
const MOCKED = mocked(FAST)
/**
 * These need their own modules: the driver prepares only the first statements of a process, and a storm makes a whole
 * phone of globals.
 */
const OWN_MODULES = ['server/db/**/*.test.ts', 'quality/**/*.test.ts', ...mocked(SERVER)]

export default defineConfig({
  test: {
    globalSetup: ['server/testing/databases.setup.ts'],
    setupFiles: ['quality/support/wait-for.setup.ts'],
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    expect: { poll: { timeout: WAIT_TIMEOUT_MS, interval: 20 } },
    projects: [
      // These start no database and no process. They share modules, which halves the time, so they must leave no
      // globals.
      {
        extends: true,
        test: {
          name: 'fast',
          include: FAST,
          exclude: [SANDBOX, ...MOCKED],
          maxWorkers: COMPUTING_WORKERS,
          isolate: false,
          execArgv: ['--experimental-eventsource'],
          sequence: { groupOrder: 0 },
        },
      },
      // A mock has no effect on a module that an earlier file has loaded, so each of these files has its own modules.
      {
        extends: true,
        test: {
          name: 'mocked',
          include: MOCKED,
          maxWorkers: COMPUTING_WORKERS,
          execArgv: ['--experimental-eventsource'],
          sequence: { groupOrder: 0 },
        },
      },
      // These share modules, which takes a third less time.
      {
        extends: true,
        test: {
          name: 'server',
          include: SERVER,
          exclude: OWN_MODULES,
          maxWorkers: WAITING_WORKERS,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: OWN_MODULES,
          maxWorkers: WAITING_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
