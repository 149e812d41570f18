import { configDefaults, defineConfig } from 'vitest/config'

const TESTS = '{domain,protocol,crm,server,web,quality,scripts}/**/*.test.{ts,tsx}'
const STORMS = 'quality/storms/{*storm.test.ts,phone/phone-storm.test.ts,cluster/*.test.ts}'

export default defineConfig({
  test: {
    globalSetup: ['server/testing/databases.setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: [TESTS],
          exclude: [...configDefaults.exclude, STORMS],
          // Much of it waits for databases and servers, so that two files share even two cores well.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        // A storm takes all there is, and two at once would wait for each other's time-outs.
        test: { name: 'storms', include: [STORMS], maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
