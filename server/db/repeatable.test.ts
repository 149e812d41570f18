import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { REPEATABLE, readRepeatable } from './repeatable.ts'

// If this fails, raise the revision, then note it here with the new hash. A database that has had this revision with other
// files refuses to start.
test('each change of functions, triggers or comments has a revision of its own', async () => {
  const script = await readRepeatable()
  expect({ name: REPEATABLE, sha256: createHash('sha256').update(script).digest('hex') }).toEqual({
    name: 'repeatable-0024',
    sha256: '0a8c2d29488db8924456b3accf06af65f52e19afbc98469b64a3bbd6a451cd4f',
  })
})
