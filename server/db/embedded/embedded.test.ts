import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { freshEmbeddedFolder, freshFolder } from '../../testing/databases.ts'
import { NODE_ARGUMENTS } from '../../testing/unoptimised.ts'
import { openEmbedded } from './embedded.ts'
import { EmbeddedDatabaseInUse } from './folder-lock.ts'
import { unpackFiles } from './unpack-files.ts'

vi.mock('./unpack-files.ts', { spy: true })

const folders: string[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true })
})

test('names the full disk if the first start cannot unpack its database, and creates it at the next', async () => {
  const folder = emptyFolder()
  vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 100, bsize: 4096 } as fs.StatsFs)
  vi.mocked(unpackFiles).mockRejectedValueOnce(new Error('ENOSPC: no space left on device, write'))
  await expect(openEmbedded(folder)).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(/^The disk of .+ is full\. Free up some space/),
  })
  vi.restoreAllMocks()
  await (await openEmbedded(folder)).close()
})

test('names the full disk, not damage, as the reason why a database does not open', async () => {
  const folder = await migratedFolder()
  const control = path.join(folder, 'postgres/global/pg_control')
  const content = fs.readFileSync(control)
  fs.rmSync(control)
  vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 100, bsize: 4096 } as fs.StatsFs)
  await expect(openEmbedded(folder)).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(/^The disk of .+ is full\. Free up some space/),
  })
  vi.restoreAllMocks()
  fs.writeFileSync(control, content)
  await (await openEmbedded(folder)).close()
})

describe('a damaged database', () => {
  const contentOf = (folder: string) => fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })

  test.each([
    ['PG_VERSION', 'is damaged: it has no file PG_VERSION.'],
    [
      'global/pg_control',
      'does not open: could not open file "global/pg_control": No such file or directory.',
    ],
    ['pg_wal', 'does not open: required WAL directory "pg_wal" does not exist.'],
  ])('without %s is refused in one line and keeps every file', async (name, finding) => {
    const folder = await migratedFolder()
    const files = path.join(folder, 'postgres')
    fs.rmSync(path.join(files, name), { recursive: true })
    const left = contentOf(files)
    const refusal = `The database in ${files} ${finding} Nothing was changed. To put a backup in its place: npx doorstep restore FILE --replace`
    for (const _start of [1, 2])
      await expect(openEmbedded(folder)).rejects.toMatchObject({ name: 'DatabaseDamaged', message: refusal })
    expect(contentOf(files)).toEqual(expect.arrayContaining(left))
  })
})

test('loses no acknowledged write when its process is killed, even if it cannot recover at first', async () => {
  const folder = await migratedFolder()
  const { writer, saved } = await writeUntil(folder, 200)
  await expect(openEmbedded(folder)).rejects.toThrow(EmbeddedDatabaseInUse)
  await expect(openEmbedded(folder)).rejects.toThrow(
    `The data folder ${folder} is in use by another Doorstep.`,
  )
  writer.kill('SIGKILL')
  await once(writer, 'exit')
  // A folder instead of the file makes the recovery fail, as a full disk would.
  const needed = path.join(folder, 'postgres/pg_xact/0000')
  fs.renameSync(needed, `${needed}.away`)
  fs.mkdirSync(needed)
  await expect(openEmbedded(folder)).rejects.toMatchObject({ name: 'DatabaseDamaged' })
  fs.rmdirSync(needed)
  fs.renameSync(`${needed}.away`, needed)
  const { db, close } = await openEmbedded(folder)
  const rows = await db.selectFrom('leads').select('voucher_value').execute()
  const numbers = new Set(rows.map((row) => Number(row.voucher_value)))
  expect(saved.filter((number) => !numbers.has(number))).toEqual([])
  await close()
})

test('creates a database after a first start that was cut short, and refuses a second process there', async () => {
  const folder = emptyFolder()
  fs.mkdirSync(path.join(folder, 'postgres'))
  fs.mkdirSync(path.join(folder, 'postgres.unfinished'))
  fs.writeFileSync(path.join(folder, 'postgres.unfinished', 'PG_VERSION'), '18\n')
  const database = await openEmbedded(folder)
  expect(await database.migrate()).toContain('0001-leads.sql')
  const writer = path.join(import.meta.dirname, '../../testing/embedded-writer.ts')
  const second = spawn(process.execPath, [...NODE_ARGUMENTS, writer, folder])
  let errors = ''
  second.stderr.on('data', (data) => {
    errors += data
  })
  const [code] = await once(second, 'exit')
  await database.close()
  expect(code).toBe(1)
  expect(errors).toContain(`The data folder ${folder} is in use by another Doorstep.`)
  expect(fs.readdirSync(folder).filter((name) => name.startsWith('postgres'))).toEqual(['postgres'])
})

function emptyFolder(): string {
  const folder = freshFolder()
  folders.push(folder)
  return folder
}

const migratedFolder = () => freshEmbeddedFolder(emptyFolder())

/**
 * Starts a process that writes, and returns once it has saved `count` rows. `saved` grows until the process has ended.
 */
async function writeUntil(folder: string, count: number): Promise<{ writer: ChildProcess; saved: number[] }> {
  const program = path.join(import.meta.dirname, '../../testing/embedded-writer.ts')
  const writer = spawn(process.execPath, [...NODE_ARGUMENTS, program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const saved: number[] = []
  await new Promise<void>((enough, fail) => {
    createInterface(writer.stdout).on('line', (line) => {
      saved.push(Number(line))
      if (saved.length === count) enough()
    })
    writer.once('exit', () => fail(new Error('The writer stopped by itself.')))
  })
  return { writer, saved }
}
