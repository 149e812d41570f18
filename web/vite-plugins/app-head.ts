import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The part of the head that the documents of agent and office share. */
const HEAD = 'web/app-head.html'

/** Inserts the head that the app's documents share, even in development. */
export function appHead(): Plugin {
  return {
    name: 'doorstep:app-head',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace(/ *<!--head-->\n/, () => readFileSync(HEAD, 'utf8')),
    },
  }
}
