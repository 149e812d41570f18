import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789£,.- '
/** Digits of equal width for prices, and the distances between letters. */
const FEATURES = ['tnum', 'kern']
/** `web/app.css` names this file. */
const FACE = '.cache/fonts/numerals.woff2'
const require = createRequire(import.meta.url)
const PACKAGE = dirname(require.resolve('@fontsource/barlow-semi-condensed/package.json'))

/** Cuts the face of the numerals down to about 4 KB, and puts its licence beside it in the build. */
export function numeralFace(): Plugin {
  return {
    name: 'doorstep:numeral-face',
    async buildStart() {
      await mkdir(dirname(FACE), { recursive: true })
      await writeFile(FACE, await numerals())
    },
    async generateBundle() {
      const source = await readFile(join(PACKAGE, 'LICENSE'))
      this.emitFile({ type: 'asset', fileName: 'assets/numerals-licence.txt', source })
    },
  }
}

async function numerals(): Promise<Buffer> {
  const whole = await readFile(join(PACKAGE, 'files/barlow-semi-condensed-latin-600-normal.woff2'))
  return subsetFont(whole, CHARACTERS, { targetFormat: 'woff2', noHinting: true, keepFeatures: FEATURES })
}
