import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'

const LIBRARY = 'node_modules/@supabase/supabase-js/dist/umd/supabase.js'
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Another company's web site on its own origin, with the official client as `/library.js`. */
export type OtherSite = { readonly url: string; close(): void }

/**
 * Serves a site on a free port. It is a real site, because the browser does not let pages that Playwright made up open
 * a socket to this machine. `files` returns the text of each path; `/` is the page.
 */
export async function serveSite(files: (path: string) => string | Buffer): Promise<OtherSite> {
  const server = createServer(({ url = '/' }, response) => {
    response.setHeader('content-type', TYPES[extname(url)] ?? 'text/html')
    response.end(url === '/library.js' ? readFileSync(LIBRARY) : files(url))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
