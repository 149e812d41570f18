import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { MUTANTS } from './mutants.ts'
import { edited } from './mutated-tree.ts'

const ROOT = path.join(import.meta.dirname, '../../..')

describe('The bugs that are planted to see whether the storm notices them', () => {
  test.each(MUTANTS)('fit the code as it is: $bug', ({ edits }) => {
    for (const edit of edits) expect(edited(path.join(ROOT, edit.file), edit)).toContain(edit.to)
  })
})
