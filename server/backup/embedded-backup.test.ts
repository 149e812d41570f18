import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { packTar } from 'modern-tar/fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type BackupPlace, freshBackupPlace } from '../testing/backup-place.ts'
import { startCommand } from '../testing/run-doorstep.ts'

/** Every test leaves the rows as they were, and the database in working order. */
let place: BackupPlace
let files: string
let kept: Awaited<ReturnType<BackupPlace['rows']>>
beforeAll(async () => {
  place = await freshBackupPlace('embedded')
  files = path.join(place.dataDir, 'postgres')
  kept = await place.rows()
})
afterEach(() => fs.rmSync(place.file, { force: true }))
afterAll(() => place?.remove())

const foldersLeft = () => fs.readdirSync(place.dataDir).filter((name) => name.startsWith('postgres'))

const sealKey = () => fs.readFileSync(path.join(place.dataDir, 'seal/key.pem'), 'utf8')

/** Packs the database's files, as a backup does. */
const pack = (options: Parameters<typeof packTar>[1]) =>
  pipeline(packTar(files, options), createGzip({ level: 1 }), fs.createWriteStream(place.file))

test('restores a backup of earlier versions, whose names begin with a slash', async () => {
  await pack({ map: (header) => ({ ...header, name: `/${header.name}` }) })
  await place.addLead('Later')
  const key = sealKey()
  await place.restore()
  expect(await place.rows()).toEqual(kept)
  expect(sealKey(), 'The seal key stays').toBe(key)
})

test('is complete at the next start if a restore is killed between two renames', async () => {
  await place.backUp()
  await place.addLead('Later')
  const script = `import fs from 'node:fs'
    const rename = fs.renameSync
    let left = 2
    fs.renameSync = (...names) => {
      if (/\\/postgres[.\\w]*$/.test(names[1]) && left-- === 0) process.kill(process.pid, 'SIGKILL')
      return rename(...names)
    }`
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(script)}`
  const killed = startCommand({ ...place.settings, NODE_OPTIONS }, 'restore', place.file, '--replace')
  expect(await killed.outcome).toMatchObject({ code: null })
  expect(await place.rows()).toEqual(kept)
  expect(foldersLeft()).toEqual(['postgres'])
})

test.each([
  ['PG_VERSION', 'is damaged: it has no file PG_VERSION.'],
  ['global/pg_control', 'does not open: could not open file "global/pg_control": No such file or directory.'],
])('names the backup that lacks %s, and changes nothing', async (missing, finding) => {
  await pack({ filter: (file) => file !== path.join(files, missing) })
  await expect(place.restore()).rejects.toThrow(
    `The database in ${place.file} ${finding} Nothing was changed.`,
  )
  expect(await place.rows()).toEqual(kept)
  expect(foldersLeft()).toEqual(['postgres'])
})

test('moves a damaged database aside and says where, instead of deleting it', async () => {
  await place.backUp()
  fs.rmSync(path.join(files, 'PG_VERSION'))
  const damaged = fs.readdirSync(files)
  const refused = await place.doorstep('restore', place.file)
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('it has no file PG_VERSION') })

  await place.restore()
  expect(await place.rows()).toEqual(kept)
  const [aside = ''] = foldersLeft().filter((name) => name.startsWith('postgres.damaged-'))
  expect(fs.readdirSync(path.join(place.dataDir, aside))).toEqual(damaged)
  expect(place.said).toEqual([
    `The damaged database is kept in ${path.join(place.dataDir, aside)}. Delete it when you no longer need it.`,
  ])
})
