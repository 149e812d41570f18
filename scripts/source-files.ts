import { execFileSync } from 'node:child_process'

/** Every TypeScript file of the repository that exists, committed or not, as a path from the root. */
export function sourceFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx']
  const deleted = new Set(list(['ls-files', '--deleted']))
  return list(args).filter((file) => !deleted.has(file))
}

const list = (args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
