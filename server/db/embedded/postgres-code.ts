import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { PGliteOptions } from '@electric-sql/pglite'

/** PostgreSQL as compiled WebAssembly. Threads can share it. */
export type PostgresCode = NonNullable<PGliteOptions['pgliteWasmModule']>

/** Node has this, but its types do not. */
declare const WebAssembly: { compile(code: Uint8Array): Promise<PostgresCode> }

const FILE = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')),
  'pglite.wasm',
)

let compiling: Promise<PostgresCode> | undefined

/** Compiles PostgreSQL once for all threads of this process. */
export function compilePostgres(): Promise<PostgresCode> {
  compiling ??= readFile(FILE).then((code) => WebAssembly.compile(code))
  return compiling
}
