import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{domain,protocol,crm,server,web,bench,soak,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/testing/databases.setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
