import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** This file contains the words that it forbids. */
const OWN = 'scripts/citations.test.ts'
const PRODUCT = 'docs/product/'
const GENERATED = ['**/node_modules', '**/dist', '.git', 'data', 'test-results', 'playwright-report']

const paths = globSync('**/*.{ts,tsx,mts,mjs,md,sql,css,html,yml,yaml}', {
  exclude: GENERATED,
}).filter((path) => path !== OWN)
const files = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const chapters = files.filter(({ path }) => /^docs\/product\/\d/.test(path))

/** Joins lines, because a citation may be wrapped, even within a comment. */
const unwrapped = (text: string) => text.replace(/\s*\n\s*(?:\*|\/\/|--|#)?\s*/g, ' ')

const headings = chapters.flatMap(({ path, text }) =>
  [...text.matchAll(/^#{1,2} (\d+(?:\.\d+)?) /gm)].map(([, number = '']) => ({ path, number })),
)
const numbers = new Set(headings.map(({ number }) => number))

/** Returns the numbers that a pattern finds in these files but that no heading of `docs/product` has. */
const unresolved = (cited: RegExp, within: typeof files) =>
  within.flatMap(({ path, text }) =>
    [...unwrapped(text).matchAll(cited)]
      .flatMap(([, ...found]) => found.filter((number) => number !== undefined))
      .filter((number) => !numbers.has(number))
      .map((number) => `${path}: ${number}`),
  )

test('every section of docs/product has a unique number, in the chapter of that number', () => {
  expect(numbers.size).toBe(headings.length)
  const misplaced = headings.filter(
    ({ path, number }) => Number(path.slice(PRODUCT.length).split('-', 1)[0]) !== Math.floor(Number(number)),
  )
  expect(misplaced).toEqual([])
})

test('the index of docs/product links every chapter', () => {
  const index = files.find(({ path }) => path === `${PRODUCT}README.md`)?.text ?? ''
  expect(chapters.length).toBeGreaterThan(0)
  expect(chapters.filter(({ path }) => !index.includes(`(${path.slice(PRODUCT.length)})`))).toEqual([])
})

test('every citation of docs/product names a section that exists', () => {
  expect(unresolved(/docs\/product (\d+(?:\.\d+)?)/g, files)).toEqual([])
})

test('every cross-reference within docs/product names a section that exists', () => {
  const own = files.filter(({ path }) => path.startsWith(PRODUCT))
  expect(unresolved(/\bsections? (\d+(?:\.\d+)?)(?: (?:to|and) (\d+(?:\.\d+)?))?/g, own)).toEqual([])
})

test('no file cites a document outside the repository', () => {
  const citing = files.filter(({ text }) => /§|\b(?:specification|supplement)\b/i.test(text))
  expect(citing.map(({ path }) => path)).toEqual([])
})
