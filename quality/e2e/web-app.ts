import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OFFICE_PAGES } from '#protocol/office-pages.ts'

const BUILT = 'web/dist'
const COMPRESSED = /\.(br|gz)$/

/** A copy of the built web app, for one story to change. */
export class WebApp {
  readonly folder = mkdtempSync(join(tmpdir(), 'doorstep-web-'))

  constructor() {
    cpSync(BUILT, this.folder, { recursive: true, filter: (file) => !COMPRESSED.test(file) })
  }

  /** Turns the copy into the next release: every asset and the page get a new name. */
  becomesNextRelease(): void {
    const assets = readdirSync(join(this.folder, 'assets'))
    for (const name of assets) renameSync(this.#asset(name), this.#asset(nextName(name)))
    for (const name of [
      'index.html',
      ...OFFICE_PAGES.map(({ document }) => document),
      '404.html',
      'copy.html',
      'sign-in.html',
      'enrol.html',
      ...assets.filter((name) => !name.endsWith('.woff2')).map((name) => `assets/${nextName(name)}`),
    ])
      this.rewrite(name, (text) =>
        assets
          .reduce((changed, asset) => changed.replaceAll(asset, nextName(asset)), text)
          .replace('<html', '<html data-release="next"'),
      )
  }

  /** Changes the text of a file. Returns the old text. */
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
