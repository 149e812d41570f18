import fs from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { freshFolder } from '../../testing/databases.ts'
import { EmbeddedDatabaseInUse, lockFolder } from './folder-lock.ts'

test('keeps a folder locked until it is released, even if nothing refers to the lock', () => {
  const folder = freshFolder()
  const lockAndForget = () => void lockFolder(folder)
  lockAndForget()
  collectGarbage()
  expect(() => lockFolder(folder)).toThrow(EmbeddedDatabaseInUse)
  fs.rmSync(folder, { recursive: true })
})

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
