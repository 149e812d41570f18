import { execFileSync } from 'node:child_process'

/** Returns every TypeScript file of the repository that exists, committed or not, as a path from the root. */
export const sourceFiles = () => existingFiles('*.ts', '*.tsx')

/** Returns every file of the repository that exists and matches one of the patterns, committed or not. */
export function existingFiles(...patterns: string[]): string[] {
  const deleted = new Set(list(['ls-files', '--deleted']))
  const files = list(['ls-files', '--cached', '--others', '--exclude-standard', ...patterns])
  return files.filter((file) => !deleted.has(file))
}

const list = (args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
