import { readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const ROOT = fileURLToPath(new URL('../floors', import.meta.url))
const BUILT = path.resolve('.cache/bench/floors')
const TYPES: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' }

/** Builds the yardstick pages and serves them from memory, compressed as Doorstep compresses its own. */
export async function serveFloors(): Promise<{ url: string; stop(): void }> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    build: {
      outDir: BUILT,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: ['plain', 'react', 'field', 'rows', 'dots'].map((page) => path.join(ROOT, `${page}.html`)),
      },
    },
  })
  const names = readdirSync(BUILT, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bodies = new Map<string, Buffer>(
    names.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name)
      return [`/${path.relative(BUILT, file)}`, brotliCompressSync(readFileSync(file))]
    }),
  )
  const server = http.createServer(({ url = '/' }, response) => {
    const body = bodies.get(url)
    if (!body) return void response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': TYPES[path.extname(url)] ?? 'application/octet-stream',
      'content-encoding': 'br',
      'content-length': body.length,
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
