import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { REPEATABLE, readRepeatable } from './repeatable.ts'

// If this fails, raise the revision, then note it here with the new hash. A database that has had this revision with other
// files refuses to start.
test('each change of functions, triggers or comments has a revision of its own', async () => {
  const script = await readRepeatable()
  expect({ name: REPEATABLE, sha256: createHash('sha256').update(script).digest('hex') }).toEqual({
    name: 'repeatable-0029',
    sha256: '6dd70cac4e74014cb24af8be0b5805cb11240a8017076ba7612ed764f096972c',
  })
})
