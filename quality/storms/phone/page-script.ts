import path from 'node:path'
import { build } from 'vite'

/** Builds the storm's page as one script, as the app is built. */
export async function buildPageScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: path.join(import.meta.dirname, `page/phone.ts`), formats: ['iife'], name: 'phone' },
      rollupOptions: { output: { codeSplitting: false } },
    },
  })
  const [result] = Array.isArray(built) ? built : [built]
  const chunk = result && 'output' in result ? result.output[0] : undefined
  if (!chunk) throw new Error('The page cannot be built.')
  return chunk.code
}
