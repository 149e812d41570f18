import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { REPEATABLE, readRepeatable } from './repeatable.ts'

// If this fails, raise the revision, then note it here with the new hash. A database that has had this revision with other
// files refuses to start.
test('each change of functions, triggers or comments has a revision of its own', async () => {
  const script = await readRepeatable()
  expect({ name: REPEATABLE, sha256: createHash('sha256').update(script).digest('hex') }).toEqual({
    name: 'repeatable-0027',
    sha256: 'bf5b1bcd324e5c9e8b78ea97d039c7643165fa96a974ede301fef32dafb1aab2',
  })
})
