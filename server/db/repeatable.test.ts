import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { REPEATABLE, readRepeatable } from './repeatable.ts'

// If this fails, raise the revision, then note it here with the new hash. A database that ran this revision with other
// files refuses to start.
test('each change to functions, triggers or comments has its own revision', async () => {
  const script = await readRepeatable()
  expect({ name: REPEATABLE, sha256: createHash('sha256').update(script).digest('hex') }).toEqual({
    name: 'repeatable-0030',
    sha256: '192c0f65412615c5904d555e9649b7ff7ebdef354beba3e84735a545487b0f22',
  })
})
