import { parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { OFFICE_PAGES } from '#protocol/office-pages.ts'
import { agentChunk } from './vite-plugins/agent-chunk.ts'
import { appHead } from './vite-plugins/app-head.ts'
import { firstPaint } from './vite-plugins/first-paint.ts'
import { firstSheet } from './vite-plugins/first-sheet.ts'
import { numeralFace } from './vite-plugins/numeral-face.ts'
import { precompress } from './vite-plugins/precompress.ts'
import { runAhead } from './vite-plugins/run-ahead.ts'

/** The worker has the same address in every release, because browsers find a later one by it. */
const WORKER = 'service-worker'

/** Small parts of the domain that every page shares. A script for each of them would cost the first page 400 bytes. */
const SHARED =
  /(domain\/(cooling-off\/calendar-date|kernel\/(money|on-first-use|parse-json|storable-text|thousands)|lead\/lead)|protocol\/(identity|territory))\.ts/

/**
 * The modules that the first pages of agent and office share, with all that they need. The record of a sale would split
 * this chunk in four.
 */
const FIRST_PAGES =
  /\/(back-key|cloud-off|field|functions|growing-pause|ignore-second-tap|lead-pull|load-boundary|logo|plate|preload-helper|status-mark|toasts|use-modal|wording)\.(tsx?|m?js)$/

/** The modules that the app and the page that enrols a phone share, besides its database. */
const OF_PHONE = /\/(phone-id|phone-news|random-uuid|unsent)\.ts$/

/** The phone's database, which with all its imports is small enough to load long before the other scripts. */
const THIS_PHONE = 'this-phone'

/**
 * The modules that only pages of the back office load. The worker does not keep them on the phone (`server/web-app`).
 */
const OFFICE_ONLY = /\/(back-office|csv-stringify)\//

/**
 * Scripts that a page has before it loads more. Listing them as needed would cost bytes, and time in the first screen.
 */
const ALREADY_THERE = /\/(first-pages|index|react|rolldown-runtime|shared|this-phone)-.{8}\.js$/

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/**
 * One document for each page: the wizard, the back office's pages, the customer's copy and the not-found page; and the
 * worker that keeps them on the phone.
 */
export default defineConfig(({ command }) => {
  // React's development build is several times slower, so this overrides the NODE_ENV of the build's shell.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: 'web',
    publicDir: 'public',
    plugins: [
      appHead(),
      react(),
      tailwindcss(),
      numeralFace(),
      firstPaint(),
      firstSheet(),
      runAhead(THIS_PHONE),
      precompress(),
    ],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_file, needed, { hostType }) =>
          hostType === 'js' ? needed.filter((name) => !ALREADY_THERE.test(name)) : needed,
      },
      rollupOptions: {
        input: {
          index: file('index.html'),
          ...Object.fromEntries(OFFICE_PAGES.map(({ document }) => [parse(document).name, file(document)])),
          '404': file('404.html'),
          copy: file('copy.html'),
          'sign-in': file('sign-in.html'),
          enrol: file('enrol.html'),
          [WORKER]: file('service-worker/service-worker.ts'),
        },
        output: {
          codeSplitting: {
            groups: [
              { name: THIS_PHONE, test: /web\/storage\/this-phone\.ts/ },
              { name: 'shared', test: SHARED, minShareCount: 2 },
              { name: 'first-pages', test: FIRST_PAGES, minShareCount: 2 },
              { name: 'phone-id', test: OF_PHONE, minShareCount: 2 },
              { debugName: 'agent', name: agentChunk, includeDependenciesRecursively: false },
              { name: 'react', priority: 1, test: /node_modules\/(react|react-dom|scheduler)\// },
            ],
          },
          chunkFileNames: ({ facadeModuleId }) =>
            `assets/${OFFICE_ONLY.test(facadeModuleId ?? '') ? 'back-office-' : ''}[name]-[hash].js`,
          entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
        },
      },
    },
  }
})
