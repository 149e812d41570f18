import type { Plugin } from 'vite'

const MAIN = /<script type="module"/

/**
 * Runs the chunk of this name as soon as it has loaded. If a page preloads the chunk, the preload becomes a separate
 * script, which waits neither for the document nor for the scripts that use it. The build fails if no page preloads the
 * chunk, or if the chunk imports others.
 */
export function runAhead(name: string): Plugin {
  const preload = new RegExp(`\\s*<link rel="modulepreload" crossorigin href="(/assets/${name}-[^"]+)">`)
  return {
    name: 'doorstep:run-ahead',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      let isNamed = false
      for (const page of Object.values(bundle)) {
        if (page.type === 'chunk' && page.name === name && page.imports.length > 0)
          this.error(`${name} cannot run before ${page.imports.join(', ')}.`)
        if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue
        const html = page.source.toString()
        const [link, path] = preload.exec(html) ?? []
        if (!link) continue
        isNamed = true
        const script = `<script type="module" async crossorigin src="${path}"></script>\n    `
        page.source = html.replace(link, '').replace(MAIN, (main) => script + main)
      }
      if (!isNamed) this.error(`No page loads ${name} early.`)
    },
  }
}
