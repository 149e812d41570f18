import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BUILT = 'web/dist'
const COMPRESSED = /\.(br|gz)$/

/** A built web app of a story's own, that the server of the story serves. */
export class WebApp {
  readonly folder = mkdtempSync(join(tmpdir(), 'doorstep-web-'))

  constructor() {
    cpSync(BUILT, this.folder, { recursive: true, filter: (file) => !COMPRESSED.test(file) })
  }

  /** What the next release would be: every asset has another name, the old ones are gone, and the title tells. */
  becomesNextRelease(): void {
    const assets = readdirSync(join(this.folder, 'assets'))
    for (const name of assets) renameSync(this.#asset(name), this.#asset(nextName(name)))
    for (const name of [
      'index.html',
      'admin.html',
      '404.html',
      ...assets.map((name) => `assets/${nextName(name)}`),
    ])
      this.rewrite(name, (text) =>
        assets
          .reduce((changed, asset) => changed.replaceAll(asset, nextName(asset)), text)
          .replace('<title>Doorstep</title>', '<title>Doorstep, next release</title>'),
      )
  }

  /** Changes the text of a file; answers how it was. */
  rewrite(name: string, change: (text: string) => string): string {
    const file = join(this.folder, name)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, change(text))
    return text
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  #asset(name: string): string {
    return join(this.folder, 'assets', name)
  }
}

const nextName = (name: string) => name.replace('.js', '-next.js')
