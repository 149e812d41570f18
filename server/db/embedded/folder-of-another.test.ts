import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshEmbeddedFolder, freshFolder } from '../../testing/databases.ts'
import { openEmbedded } from './embedded.ts'

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const ROOT_OF_A_NAMESPACE = [
  '--user',
  '--map-root-user',
  process.execPath,
  '--disable-warning=ExperimentalWarning',
]
const hasNamespaces = spawnSync('unshare', [...ROOT_OF_A_NAMESPACE, '--version']).status === 0

let folder: string
let dataDir: string
let files: string
beforeEach(async () => {
  folder = freshFolder()
  dataDir = path.join(folder, 'data')
  files = path.join(dataDir, 'postgres')
  await freshEmbeddedFolder(dataDir)
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const give = (...places: string[]) => {
  for (const place of places) fs.lchownSync(place, NOBODY, NOBODY)
}
/** Includes the place itself. */
const everythingIn = (place: string) => fs.globSync(`${place}/**`)

describe.runIf(isRoot)('root, in the data folder of another user,', () => {
  test.each(['lock', 'postgres', 'postgres.next', 'postgres/base', 'postgres/PG_VERSION'])(
    'refuses a link at %s and leaves its target alone',
    async (name) => {
      const own = path.join(folder, 'own')
      fs.mkdirSync(own)
      fs.writeFileSync(path.join(own, 'secret'), 'root alone')
      give(...everythingIn(dataDir))
      const link = path.join(dataDir, name)
      fs.rmSync(link, { recursive: true, force: true })
      fs.symlinkSync(own, link)
      give(link)

      await expect(openEmbedded(dataDir)).rejects.toThrow(
        `The folder of DATA_DIR cannot be used: ${link} is a link,`,
      )
      expect(fs.statSync(path.join(own, 'secret')).uid).toBe(0)
      expect(fs.readdirSync(own)).toEqual(['secret'])
    },
  )

  test('refuses a hard link to one of its own files', async () => {
    const own = path.join(folder, 'secret')
    fs.writeFileSync(own, 'root alone')
    give(...everythingIn(dataDir))
    fs.linkSync(own, path.join(files, 'secret'))

    await expect(openEmbedded(dataDir)).rejects.toThrow(`${path.join(files, 'secret')} is a link,`)
    expect(fs.statSync(own).uid).toBe(0)
  })

  test('leaves the database to its owner, even if root owns the folder around it', async () => {
    give(...everythingIn(files))
    fs.rmSync(path.join(dataDir, 'lock'), { force: true })
    await (await openEmbedded(dataDir)).close()
    const ofRoot = everythingIn(dataDir).filter((place) => fs.statSync(place).uid === 0)
    expect(ofRoot).toEqual([dataDir])
  })

  test.runIf(hasNamespaces)('uses it even if files cannot be given to another user', () => {
    give(dataDir)
    fs.chmodSync(dataDir, 0o777)
    const script = `const { openEmbedded } = await import(${JSON.stringify(path.join(import.meta.dirname, 'embedded.ts'))})
      const { close } = await openEmbedded(${JSON.stringify(dataDir)})
      await close()`
    const { stderr, status } = spawnSync(
      'unshare',
      [...ROOT_OF_A_NAMESPACE, '--input-type=module', '--eval', script],
      { encoding: 'utf8' },
    )
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  })
})
