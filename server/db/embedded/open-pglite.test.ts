import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshEmbeddedFolder } from '../../testing/databases.ts'
import { openPglite } from './open-pglite.ts'

let folder: string
let files: string
beforeEach(async () => {
  folder = await freshEmbeddedFolder()
  files = path.join(folder, 'postgres')
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true })
})

const insertLead = (number: number) =>
  `insert into leads (street_address, postcode, voucher_value) values ('${number} High St', '', ${number})`

test('syncs every commit to disk before it acknowledges it', async () => {
  const pglite = await openPglite(files)
  const sync = vi.spyOn(fs, 'fdatasyncSync')
  for (let number = 1; number <= 50; number++) await pglite.query(insertLead(number))
  expect(sync.mock.calls.length).toBeGreaterThanOrEqual(50)
  await pglite.close()
})

test('gives up instead of acknowledging a commit that the disk did not store', async () => {
  const pglite = await openPglite(files)
  vi.spyOn(fs, 'fdatasyncSync').mockImplementationOnce(() => {
    throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', syscall: 'fdatasync' })
  })
  await expect(pglite.query(insertLead(1))).rejects.toMatchObject({
    severity: 'PANIC',
    message: expect.stringContaining('could not fsync'),
  })
})
