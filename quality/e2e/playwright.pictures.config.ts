import { defineConfig } from '@playwright/test'
import stories from './playwright.config.ts'

/** Takes the pictures of the README: `npm run pictures`, after a build. */
export default defineConfig({
  ...stories,
  testMatch: 'readme-pictures.ts',
  retries: 0,
  use: { ...stories.use, deviceScaleFactor: 2 },
})
