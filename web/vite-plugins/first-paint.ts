import path from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import { stylesFor } from './styles-for.ts'

type ShellModule = { renderShell: (page: string) => string }

const STYLES = path.resolve('web/shell/shell.css')
/** Classes that react to a pointer; the shell does not need them. */
const ANSWERS = /(^|:)(hover|active):/
/** The pages without a framework need few styles beyond those of their classes, so they do without the app's sheet. */
const WITHOUT_SHEET = ['copy.html', 'sign-in.html', 'enrol.html']
const LINK = /\s*<link rel="stylesheet"[^>]*>/

/**
 * Lets a page paint from its HTML alone. The document contains the shell of the app, rendered from the app's own
 * components so that the two cannot drift apart, and the styles that the shell needs. The whole style sheet is linked
 * after the shell, where it delays the scripts but not the first paint.
 */
export function firstPaint(): Plugin {
  return {
    name: 'doorstep:first-paint',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { path: page }) {
        const { module } = await runnerImport<ShellModule>('/shell/render-shell.tsx', { root: 'web' })
        return html.replace('<!--shell-->', module.renderShell(page))
      },
    },
    async generateBundle(_options, bundle) {
      for (const page of Object.values(bundle)) {
        if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue
        const html = page.source.toString()
        const [link = ''] = LINK.exec(html) ?? []
        const styles = await stylesOf(html)
        page.source = html
          .replace(link, '')
          .replace('</head>', () => `<style>${styles}</style></head>`)
          .replace('</body>', () => `${WITHOUT_SHEET.includes(page.fileName) ? '' : link.trim()}</body>`)
      }
    },
  }
}

/** Returns the part of the style sheet that a page's classes use. */
function stylesOf(html: string): Promise<string> {
  const classes = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) =>
    unescaped(names).split(' '),
  )
  return stylesFor(
    STYLES,
    classes.filter((name) => !ANSWERS.test(name)),
  )
}

/** Reverses React's escaping of an attribute. */
const unescaped = (text: string) =>
  text.replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
