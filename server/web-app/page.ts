import type { AppSettings } from '#protocol/functions.ts'
import { hashSource } from './hash-source.ts'
import { type PackedText, packText } from './packed-text.ts'

const PLACEHOLDER = '<!--settings-->'

/** Returns a built document with the settings written into it, and its policy. */
export function buildPage(built: string, settings: AppSettings): PackedText {
  const html = built.replace(PLACEHOLDER, () => settingsElement(settings))
  return packText(html, {
    type: 'text/html; charset=utf-8',
    contentSecurityPolicy: contentSecurityPolicy(html),
  })
}

/** Returns an element with data, not a script that runs. `<` is escaped so that it cannot end the element. */
function settingsElement(settings: AppSettings): string {
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="settings">${json}</script>`
}

/** Returns a policy that allows nothing from elsewhere, and inline only the style sheets that we wrote. */
function contentSecurityPolicy(html: string): string {
  const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(
    ([, css = '']) => `'${hashSource(css)}'`,
  )
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
