import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** What the documents of agent and office share. */
const HEAD = 'web/app-head.html'

/** Puts the head that the app's documents share in its place, also while developing. */
export function appHead(): Plugin {
  return {
    name: 'doorstep:app-head',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace(/ *<!--head-->\n/, () => readFileSync(HEAD, 'utf8')),
    },
  }
}
