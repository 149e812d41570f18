import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { compile, optimize } from '@tailwindcss/node'

/** Returns the part of a style sheet that these classes use. Words that are not classes have no styles. */
export async function stylesFor(sheet: string, classes: readonly string[]): Promise<string> {
  const source = await readFile(sheet, 'utf8')
  const { build } = await compile(source, { base: path.dirname(sheet), from: sheet, onDependency() {} })
  return optimize(build([...classes]), { minify: true }).code.trim()
}
