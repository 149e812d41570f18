import { type Plugin, runnerImport } from 'vite'

type ShellModule = { renderShell: (page: string) => string }

/**
 * Lets a page paint from its HTML alone: the shell of the app stands in the document (rendered from the app's
 * own components, so the two cannot drift apart), and the style sheet stands in its head.
 */
export function firstPaint(): Plugin {
  return {
    name: 'doorstep:first-paint',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { path }) {
        const { module } = await runnerImport<ShellModule>('/shell/render-shell.tsx', { root: 'web' })
        return html.replace('<!--shell-->', module.renderShell(path))
      },
    },
    generateBundle(_options, bundle) {
      const sheets = Object.values(bundle).filter((file) => file.fileName.endsWith('.css'))
      const styles = sheets
        .map((sheet) => (sheet.type === 'asset' ? sheet.source.toString().trim() : ''))
        .join('')
      for (const page of Object.values(bundle)) {
        if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue
        const unlinked = page.source.toString().replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
        page.source = unlinked.replace('</head>', () => `<style>${styles}</style></head>`)
      }
      for (const sheet of sheets) delete bundle[sheet.fileName]
    },
  }
}
