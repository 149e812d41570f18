import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { accept, type Decision, refuse } from '#domain/kernel/refusal.ts'

/** The settings before they are checked. Only this file and `callers-folder.ts` read `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Some editors on Windows begin a file with a byte order mark, which would become part of the first name. */
const withoutMark = (text: string) => text.replace(/^\uFEFF/, '')

/** Returns the environment of this process. Values that it does not set come from the file `.env`, if there is one. */
export function readEnvironment(file = '.env'): Decision<Environment, 'bad_setting'> {
  if (!existsSync(file)) return accept(process.env)
  try {
    return accept({ ...parseEnv(withoutMark(readFileSync(file, 'utf8'))), ...process.env })
  } catch (error) {
    return refuse('bad_setting', `The file ${file} cannot be read: ${(error as Error).message}.`)
  }
}
