import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JoinedTexts } from './joined-texts.ts'

it('finds the same rows as searching each text, even where texts meet and in empty texts', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 4 })
  const needle = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(fc.array(text), needle, (texts, sought) => {
      const rows = texts.map((of) => ({ of }))
      const found = rows.filter(({ of }) => of.includes(sought))
      expect(new JoinedTexts(rows, ({ of }) => of).rowsWith(sought)).toEqual(found)
    }),
    { numRuns: 1_000 },
  )
})
