import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { type OtherSite, serveSite } from './other-site.ts'

const ROOT = 'quality/e2e/strangers-app'
const BUILT = '.cache/strangers-app'

/** The address and the key in the built app. Nothing else changes between backends. */
const ADDRESS = 'http://address.invalid'
const KEY = 'key-of-the-backend'

/** Builds the app of a stranger, who knows only `@supabase/supabase-js`, into a folder with this name. */
export async function buildStrangersApp(name: string): Promise<string> {
  const outDir = join(process.cwd(), BUILT, name)
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    define: {
      'import.meta.env.VITE_SUPABASE_URL': JSON.stringify(ADDRESS),
      'import.meta.env.VITE_SUPABASE_ANON_KEY': JSON.stringify(KEY),
    },
    build: { outDir, emptyOutDir: true },
  })
  return outDir
}

/** Serves the built app from its own origin; `backend` returns the backend that it calls. */
export async function serveStrangersApp(
  folder: string,
  backend: () => { url: string; key: string },
): Promise<OtherSite> {
  return serveSite((path) => {
    const text = readFileSync(join(folder, path === '/' ? 'index.html' : path), 'utf8')
    const { url, key } = backend()
    return text.replaceAll(ADDRESS, url).replaceAll(KEY, key)
  })
}
