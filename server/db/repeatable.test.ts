import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { REPEATABLE, readRepeatable } from './repeatable.ts'

// If this fails, raise the revision, then note it here with the new hash. A database that has had this revision with other
// files refuses to start.
test('each change of functions, triggers or comments has a revision of its own', async () => {
  const script = await readRepeatable()
  expect({ name: REPEATABLE, sha256: createHash('sha256').update(script).digest('hex') }).toEqual({
    name: 'repeatable-0026',
    sha256: 'e46029231febb8cbf52bae92b4ebc88af80d228d4c9dc475dc87d3be19b059d3',
  })
})
