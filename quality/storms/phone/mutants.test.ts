import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { PEOPLE_MUTANTS } from '../people-mutants.ts'
import { SEAL_MUTANTS } from '../seal-mutants.ts'
import { STREET_MUTANTS } from '../street/street-mutants.ts'
import { MUTANTS } from './mutants.ts'
import { edited } from './mutated-tree.ts'

const ROOT = path.join(import.meta.dirname, '../../..')

describe('The planted bugs', () => {
  test.each([...MUTANTS, ...SEAL_MUTANTS, ...STREET_MUTANTS, ...PEOPLE_MUTANTS])(
    'fit the present code: $bug',
    ({ edits }) => {
      for (const edit of edits) expect(edited(path.join(ROOT, edit.file), edit)).toContain(edit.to)
    },
  )
})
