import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../../testing/databases.ts'
import { examineFile } from './examine-file.ts'

it('reports how much of a large file it has read', async () => {
  const folder = freshFolder()
  const file = path.join(folder, 'list.csv')
  const size = 3 * 1024 * 1024
  fs.writeFileSync(file, 'uprn\n'.padEnd(size, '1\n'))
  const read: number[] = []
  await examineFile(file, (bytes) => read.push(bytes))
  expect(read.length).toBeGreaterThan(1)
  expect(read.at(-1)).toBe(size)
  fs.rmSync(folder, { recursive: true })
})
