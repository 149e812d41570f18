import { parseArgs } from 'node:util'
import { DATASET_KINDS } from '#domain/premises/dataset.ts'
import { inCallersFolder } from '../../callers-folder.ts'
import type { FileKind } from '../import/recognise.ts'

/** The order in the arguments of `doorstep data`. Options are as given. */
export type DataOrder =
  | { verb: 'import'; files: string[]; kind?: FileKind; month?: string; only?: string }
  | { verb: 'list' | 'check' }
  | { verb: 'drop'; id: number }

const OPTIONS = { kind: { type: 'string' }, month: { type: 'string' }, only: { type: 'string' } } as const
const KINDS: readonly FileKind[] = [...DATASET_KINDS, 'voucher-areas']

/** Returns the order in the arguments after `data`, or undefined if they make no sense. */
export function readDataOrder(args: string[]): DataOrder | undefined {
  const [verb, ...rest] = args
  if (verb === 'list' || verb === 'check') return rest.length === 0 ? { verb } : undefined
  if (verb === 'drop') {
    const [id = '', ...others] = rest
    return /^[1-9]\d{0,8}$/.test(id) && others.length === 0 ? { verb, id: Number(id) } : undefined
  }
  return verb === 'import' ? readImport(rest) : undefined
}

function readImport(args: string[]): DataOrder | undefined {
  const parsed = parse(args)
  if (!parsed || parsed.positionals.length === 0) return undefined
  const { kind, ...options } = parsed.values
  const files = parsed.positionals.map(inCallersFolder)
  if (kind === undefined) return { verb: 'import', files, ...options }
  const known = KINDS.find((one) => one === kind)
  return known && { verb: 'import', files, kind: known, ...options }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true })
  } catch {
    return undefined
  }
}
