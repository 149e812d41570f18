import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789£,.- '
/** Digits of equal width for prices, and kerning. */
const FEATURES = ['tnum', 'kern']
const FILE = '.cache/fonts/numerals.woff2'
const SHEET = '<link rel="stylesheet"'
/** `optional` never swaps the font within a view, unless a style sheet is added (`web/main.tsx`). */
const STYLE = `<style>
  @font-face {
    font-family: "Doorstep Numerals";
    src: url("../${FILE}") format("woff2");
    font-weight: 600;
    font-display: optional;
    unicode-range: U+20, U+2C-2E, U+30-39, U+41-5A, U+A3;
  }
</style>`
const require = createRequire(import.meta.url)
const PACKAGE = dirname(require.resolve('@fontsource/barlow-semi-condensed/package.json'))

/**
 * Subsets the font of the numerals to about 4 KB, declares it in each page with a style sheet, and puts its licence
 * beside it.
 */
export function numeralFace(): Plugin {
  return {
    name: 'doorstep:numeral-face',
    async buildStart() {
      await mkdir(dirname(FILE), { recursive: true })
      await writeFile(FILE, await numerals())
    },
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace(SHEET, STYLE + SHEET) },
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
