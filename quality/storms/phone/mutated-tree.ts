import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Mutant } from './mutants.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const COPIED = [
  'crm',
  'domain',
  'package.json',
  'protocol',
  'quality',
  'scripts',
  'server',
  'tsconfig.json',
  'vitest.config.ts',
  'web',
]

/** A copy of the code to plant bugs in. The original is never changed. */
export type MutatedTree = {
  folder: string
  /** Replaces the planted bug with another. Throws if the code is no longer as the bug expects. */
  plant(mutant: Mutant): void
  remove(): void
}

export function copyTree(): MutatedTree {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'doorstep-mutant-'))
  for (const name of COPIED) {
    const filter = (file: string) => !file.endsWith(path.join('web', 'dist'))
    cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true, filter })
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  let planted: string[] = []
  return {
    folder,
    plant(mutant) {
      for (const file of planted) cpSync(path.join(ROOT, file), path.join(folder, file))
      planted = mutant.edits.map(({ file }) => file)
      for (const edit of mutant.edits)
        writeFileSync(path.join(folder, edit.file), edited(path.join(ROOT, edit.file), edit))
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Returns the text of a file after an edit. */
export function edited(file: string, { from, to }: Mutant['edits'][number]): string {
  const parts = readFileSync(file, 'utf8').split(from)
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places for a bug instead of one.`)
  return parts.join(to)
}
