import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{domain,protocol,crm,server,web,bench,soak,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/testing/databases.setup.ts'],
    // Half of it is waiting for databases and servers, so that two files share even two cores well.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
