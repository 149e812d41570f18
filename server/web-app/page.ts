import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { AppSettings } from '#protocol/functions.ts'

/** A document of the web app as it is sent, made once at start. */
export type Page = {
  etag: string
  contentSecurityPolicy: string
  bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>
}

const PLACEHOLDER = '<!--settings-->'

/** A built document with the settings written into it, its policy, and its compressed forms. */
export async function buildPage(built: string, settings: AppSettings): Promise<Page> {
  const html = built.replace(PLACEHOLDER, () => settingsElement(settings))
  const identity = Buffer.from(html)
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  return {
    etag: `W/"${createHash('sha256').update(identity).digest('base64url')}"`,
    contentSecurityPolicy: contentSecurityPolicy(html),
    bodies: { br, gzip: gzipped, identity },
  }
}

/** Data, not a script that runs; an escaped `<` cannot end the element. */
function settingsElement(settings: AppSettings): string {
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="settings">${json}</script>`
}

/** Nothing from elsewhere, and of what stands in the document itself only the style sheets that we put there. */
function contentSecurityPolicy(html: string): string {
  const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => hashSource(css))
  return [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
