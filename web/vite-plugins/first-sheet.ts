import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { stylesFor } from './styles-for.ts'

const PAGE = 'index.html'
const WHOLE = path.resolve('web/app.css')
/** The separators between words of a script that may be classes. */
const BETWEEN = /[\s"'`]+/
const LINK = /<link rel="stylesheet"[^>]*>/

/**
 * Gives the agent's page a small style sheet with the styles that its own scripts may need. The whole sheet is linked
 * too, but disabled: `ui/whole-sheet` loads it with the first part that loads later.
 */
export function firstSheet(): Plugin {
  return {
    name: 'doorstep:first-sheet',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const page = bundle[PAGE]
      if (page?.type !== 'asset') return this.error(`There is no ${PAGE}.`)
      const html = page.source.toString()
      const [link] = LINK.exec(html) ?? []
      if (!link) return this.error(`${PAGE} has no style sheet.`)
      const words = new Set(firstScripts(bundle).flatMap((code) => code.split(BETWEEN)))
      const source = await stylesFor(WHOLE, [...words])
      const first = this.getFileName(this.emitFile({ type: 'asset', name: 'first.css', source }))
      page.source = html.replace(
        link,
        `<link rel="stylesheet" crossorigin href="/${first}">${link.replace('>', ' disabled>')}`,
      )
    },
  }
}

/** Returns the code of the scripts that the page loads before it shows anything. */
function firstScripts(bundle: Rolldown.OutputBundle): string[] {
  const entry = Object.values(bundle).find(
    (one) => one.type === 'chunk' && one.facadeModuleId?.endsWith(`/web/${PAGE}`),
  )
  const names = new Set(entry && [entry.fileName])
  const scripts: string[] = []
  for (const name of names) {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk') continue
    scripts.push(chunk.code)
    for (const imported of chunk.imports) names.add(imported)
  }
  return scripts
}
