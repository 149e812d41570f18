import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { compile, optimize } from '@tailwindcss/node'
import type { Plugin, Rolldown } from 'vite'

const PAGE = 'index.html'
const WHOLE = path.resolve('web/app.css')
const LINK = /<link rel="stylesheet"[^>]*>/

/**
 * Gives the agent's page a small style sheet with what its own scripts can show. The whole sheet is linked too, but
 * disabled: `ui/whole-sheet` enables it for the first screen that comes later.
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
      const source = await stylesOf(firstScripts(bundle))
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

/** Returns the part of the whole sheet that scripts can use. Words of theirs that are not classes have no styles. */
async function stylesOf(scripts: string[]): Promise<string> {
  const source = await readFile(WHOLE, 'utf8')
  const { build } = await compile(source, { base: path.dirname(WHOLE), from: WHOLE, onDependency() {} })
  const words = scripts.flatMap((code) => code.split(/[\s"'`]+/))
  return optimize(build([...new Set(words)]), { minify: true }).code.trim()
}
