import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BACK_OFFICE_PATH, type BackOffice } from '#protocol/back-office.ts'
import { recordOf, sellAt } from '../../evidence/signings.testing.ts'
import { type FreshPostgres, freshFolder, freshMigratedUrl } from '../../testing/databases.ts'
import { type Served, serve } from '../../testing/run-doorstep.ts'
import { listDocumentsAt } from '../documents.testing.ts'
import { opensslKey } from './seal-keys.testing.ts'

type Files = ReturnType<typeof opensslKey>

let postgres: FreshPostgres
let folder: string
let files: Files
let served: Served | undefined
beforeEach(async () => {
  postgres = await freshMigratedUrl()
  folder = freshFolder()
  files = opensslKey(folder, 'company')
})
afterEach(async () => {
  await stop()
  await postgres.drop()
  fs.rmSync(folder, { recursive: true })
})

async function start({ key, certificate } = files): Promise<string> {
  served = await serve({ DATABASE_URL: postgres.url, SEAL_KEY_FILE: key, SEAL_CERT_FILE: certificate })
  return served.url
}
async function stop(): Promise<void> {
  await served?.stop()
  served = undefined
}
const reasonAt = async (url: string) => {
  const answer = await fetch(url + BACK_OFFICE_PATH, { headers: { apikey: 'public-anon-key' } })
  return ((await answer.json()) as BackOffice).seal.reason
}
const untilSealed = (url: string, sale: string) =>
  vi.waitFor(async () => expect(await listDocumentsAt(url, sale)).toHaveLength(1))

/** Makes a certificate for the same key that expired yesterday. */
function letExpire({ key, certificate }: Files): void {
  const args = ['x509', '-in', certificate, '-signkey', key, '-days', '-1', '-out', `${certificate}.ended`]
  execFileSync('openssl', args, { stdio: 'pipe' })
  fs.renameSync(`${certificate}.ended`, certificate)
}

describe('a seal key that was good until', () => {
  test.each<{ fault: string; spoil: (files: Files) => void; reason: RegExp }>([
    { fault: 'it is gone', spoil: ({ key }) => fs.rmSync(key), reason: /company\.key cannot be read/ },
    {
      fault: 'it is damaged',
      spoil: ({ key }) => fs.writeFileSync(key, fs.readFileSync(key).subarray(0, 400)),
      reason: /it is damaged/,
    },
    { fault: 'its certificate ends', spoil: letExpire, reason: /expired on/ },
    {
      fault: 'every account can read it',
      spoil: ({ key }) => fs.chmodSync(key, 0o644),
      reason: /chmod 600 it/,
    },
  ])('$fault stops seals with its reason, but not sales, and is used again once it is good', async (one) => {
    let url = await start()
    await sellAt(url, recordOf('before'))
    await untilSealed(url, 'before')
    await stop()
    const kept = [files.key, files.certificate].map((file) => ({ file, bytes: fs.readFileSync(file) }))
    one.spoil(files)

    url = await start()
    const { receipt, received_at } = await sellAt(url, recordOf('meanwhile'))
    expect(receipt).toBeNull()
    expect(await reasonAt(url)).toMatch(one.reason)
    expect(await listDocumentsAt(url, 'meanwhile')).toEqual([])
    expect(await listDocumentsAt(url, 'before')).toHaveLength(1)
    await stop()

    for (const { file, bytes } of kept) {
      fs.writeFileSync(file, bytes)
      fs.chmodSync(file, 0o600)
    }
    url = await start()
    await untilSealed(url, 'meanwhile')
    expect(await reasonAt(url)).toBeNull()
    const again = await sellAt(url, recordOf('meanwhile'))
    expect(again).toMatchObject({ received_at, receipt: expect.any(String) })
  })

  test('another one replaces it never seals again; the other one seals what waits', async () => {
    const other = opensslKey(folder, 'other')
    for (const key of [files, other]) {
      const url = await start(key)
      await vi.waitFor(async () => expect(await reasonAt(url)).toBeNull())
      await stop()
    }
    let url = await start()
    await sellAt(url, recordOf('meanwhile'))
    expect(await reasonAt(url)).toMatch(/Another key has replaced/)
    expect(await listDocumentsAt(url, 'meanwhile')).toEqual([])
    await stop()
    url = await start(other)
    await untilSealed(url, 'meanwhile')
  })
})
