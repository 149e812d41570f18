import path from 'node:path'
import { build } from 'vite'

/** A page of the storm or of a measurement as one script, built as the app is. */
export async function buildPageScript(page: 'phone' | 'outbox'): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: path.join(import.meta.dirname, `page/${page}.ts`), formats: ['iife'], name: page },
      rollupOptions: { output: { codeSplitting: false } },
    },
  })
  const [result] = Array.isArray(built) ? built : [built]
  const chunk = result && 'output' in result ? result.output[0] : undefined
  if (!chunk) throw new Error('The page cannot be built.')
  return chunk.code
}
