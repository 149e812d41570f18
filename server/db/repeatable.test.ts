import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { REPEATABLE, readRepeatable } from './repeatable.ts'

// If this fails, raise the revision, then note it here with the new hash. A database that has had this revision with other
// files refuses to start.
test('each change of functions, triggers or comments has a revision of its own', async () => {
  const script = await readRepeatable()
  expect({ name: REPEATABLE, sha256: createHash('sha256').update(script).digest('hex') }).toEqual({
    name: 'repeatable-0028',
    sha256: '4b847ca737db8d9f9884d92462da2eacfad0246d4ce4bc7e3674e583518cb7c1',
  })
})
