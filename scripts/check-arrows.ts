import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { findBrokenArrows, findCycle, type Import } from './arrows.ts'
import { sourceFiles } from './source-files.ts'

/**
 * Part of `npm run check`. Fails if an import, type-only or not, breaks an arrow of ARCHITECTURE.md or closes a cycle.
 */
const imports = sourceFiles().flatMap(importsOf)
const broken = findBrokenArrows(imports)
const cycle = findCycle(imports)
for (const { from, to, rule } of broken) process.stderr.write(`${from} imports ${to}: ${rule}\n`)
if (cycle) process.stderr.write(`Import cycle: ${cycle.join(' -> ')}\n`)
process.exitCode = broken.length > 0 || cycle ? 1 : 0

function importsOf(file: string): Import[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'))
  const named = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)]
  const specifiers = named.map(({ moduleRequest }) => moduleRequest?.value)
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    readFileSync(file, 'utf8').slice(start + 1, end - 1),
  )
  return [...specifiers, ...dynamic].flatMap((specifier) =>
    specifier === undefined ? [] : [{ from: file, to: resolve(file, specifier) }],
  )
}

/** Returns a path from the root for our own files. A package keeps its name. */
function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : specifier
}
