import { expect, test } from 'vitest'
import { describeRate, listRefused, passagesOfDocument, passagesOfSource, passagesOfSql } from './prose.ts'

const listIn = (source: string) => listRefused(passagesOfSource('web/planted.ts', source))

test.each([
  ['a line comment', '\n// Nobody reads it.', 'web/planted.ts:2 comments: Nobody in “Nobody reads it.”'],
  [
    'a docstring',
    '/**\n * The phone is told so.\n */',
    'web/planted.ts:1 comments: told in “* * The phone is told so.”',
  ],
  [
    'a test title',
    "test('hears of a sale', () => {})",
    'web/planted.ts:1 titles: hears in “hears of a sale”',
  ],
  [
    'a title of a table',
    "test.each([])('is anew %s', () => {})",
    'web/planted.ts:1 titles: anew in “is anew %s”',
  ],
  ['a title in backticks', 'test(`mends it`, () => {})', 'web/planted.ts:1 titles: mends in “`mends it`”'],
  ['a constant', '\n\nconst MOST_ROWS = 1', 'web/planted.ts:3 names: MOST_ in “MOST_ROWS”'],
  ['a function', 'function isTold() {}', 'web/planted.ts:1 names: Told in “isTold”'],
  [
    'a parameter',
    'const f = (patienceMs: number) => patienceMs',
    'web/planted.ts:1 names: patience in “patienceMs”',
  ],
  ['a property', 'const x = { hasPen: true }', 'web/planted.ts:1 names: Pen in “hasPen”'],
  ['a type member', 'type X = { untold: number }', 'web/planted.ts:1 names: untold in “untold”'],
])('lists a refused word in %s with its file and line', (_where, source, expected) => {
  expect(listIn(source)).toEqual([expected])
})

test('lists refused words of a document, but not of its code', () => {
  const text = 'It works.\n\nWhoever asks, `told` or not:\n```\nnobody\n```\nThere is none.'
  expect(listRefused(passagesOfDocument('docs/planted.md', text))).toEqual([
    'docs/planted.md:3 documents: Whoever in “Whoever asks, or not:”',
    'docs/planted.md:7 documents: is none in “There is none.”',
  ])
})

test('lists refused words in comments of SQL', () => {
  const listed = listRefused(passagesOfSql('server/planted.sql', 'select 1;\n-- Kept so long as it is read'))
  expect(listed).toEqual(['server/planted.sql:2 comments: so long in “Kept so long as it is read”'])
})

test.each(['openBrowser', 'reopen', 'MAX_ROWS', 'penny', 'almost'])('accepts the name %s', (name) => {
  expect(listIn(`const ${name} = 1`)).toEqual([])
})

test('accepts refused words in texts and in plain sentences with "if"', () => {
  expect(listIn("// Returns null if the sale is unknown.\nexport const text = 'nobody'")).toEqual([])
})

test.each([
  ['If it fails, it should say so.', 'if 142.9'],
  ['It fails and says so.', 'if 0.0 (should be at least 5)'],
])('reports how often a word occurs in “%s”', (text, expected) => {
  const rate = { words: 'if', pattern: /\bif\b/gi, atLeast: 5 }
  expect(describeRate(rate, passagesOfDocument('docs/planted.md', text))).toBe(expected)
})

test('reports a word that occurs too often', () => {
  const rate = { words: 'told', pattern: /told/g, atMost: 1 }
  const passages = passagesOfDocument('docs/planted.md', 'It was told.')
  expect(describeRate(rate, passages)).toBe('told 333.3 (should be at most 1)')
})
