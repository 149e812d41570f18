import path from 'node:path'
import { build } from 'vite'

const ENTRY = path.join(import.meta.dirname, 'page/phone.ts')

/** The phone of the storm as one script, built as the app is. */
export async function buildPageScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: ENTRY, formats: ['iife'], name: 'phone' },
      rollupOptions: { output: { codeSplitting: false } },
    },
  })
  const [result] = Array.isArray(built) ? built : [built]
  const chunk = result && 'output' in result ? result.output[0] : undefined
  if (!chunk) throw new Error('The phone of the storm cannot be built.')
  return chunk.code
}
