import type { Plugin } from 'vite'

const HINT = '//# allFunctionsCalledOnLoad\n'
const SCRIPT = /"\/(assets\/[^"]+\.js)"/g
/** Chromium compiles shorter ones when all of them is there, and on the main thread. */
const STREAMED_FROM = 30_000

/**
 * Has the browser compile what a page begins with while it still comes, off the main thread, instead of function by
 * function as each is first called (https://v8.dev/blog/explicit-compile-hints).
 */
export function compileAhead(): Plugin {
  return {
    name: 'doorstep:compile-ahead',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const pages = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.html'))
        const html = pages.map((page) => (page.type === 'asset' ? page.source.toString() : '')).join()
        const named = new Set(Array.from(html.matchAll(SCRIPT), ([, path]) => path))
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const begun = chunks.filter(
          ({ fileName, code }) => named.has(fileName) && code.length >= STREAMED_FROM,
        )
        if (begun.length === 0) this.error('No page begins with a script that is worth compiling ahead.')
        for (const chunk of begun) chunk.code = HINT + chunk.code
      },
    },
  }
}
