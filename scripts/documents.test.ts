import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { existingFiles, sourceFiles } from './source-files.ts'

const DECISIONS = 'docs/decisions/'
const MAX_LINES = 50

const documents = existingFiles('*.md').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const decisions = documents.filter(({ file }) => file.startsWith(DECISIONS))
const numberOf = (file: string) => Number(file.slice(DECISIONS.length).split('-', 1)[0])

test('each decision has its number, date and status, and fits on a page', () => {
  const incomplete = decisions.filter(({ file, text }) => {
    const [title, , dated] = text.split('\n')
    const isTitled = title?.startsWith(`# ${numberOf(file)}. `)
    return !isTitled || !/^Date: \d+ [A-Z][a-z]+ \d{4}\. Status: \S/.test(dated ?? '')
  })
  expect(incomplete.map(({ file }) => file)).toEqual([])
  const long = decisions.filter(({ text }) => text.trimEnd().split('\n').length > MAX_LINES)
  expect(long.map(({ file }) => file)).toEqual([])
})

test('every decision that code or documents cite exists', () => {
  const numbers = new Set(decisions.map(({ file }) => numberOf(file)))
  expect(numbers.size).toBe(decisions.length)
  const sources = sourceFiles().map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const unresolved = [...documents, ...sources].flatMap(({ file, text }) =>
    [...text.matchAll(/\b[Dd]ecisions? (\d+)\b/g)]
      .filter(([, number]) => !numbers.has(Number(number)))
      .map(([citation]) => `${file}: ${citation}`),
  )
  expect(unresolved).toEqual([])
})

test('every link between documents leads to a file', () => {
  const broken = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map(([, target = '']) => path.join(path.dirname(file), target))
      .filter((target) => !existsSync(target))
      .map((target) => `${file}: ${target}`),
  )
  expect(broken).toEqual([])
})

test('every path of ours that a document names exists', () => {
  const named = /`((?:docs|domain|protocol|crm|server|web|quality|deploy|scripts)\/[\w./-]+)`/g
  // The folders that `npm start` builds need not exist yet.
  const isBuilt = (target: string) => /^(server|web)\/dist$/.test(target)
  const missing = documents.flatMap(({ file, text }) =>
    [...text.matchAll(named)]
      .filter(([, target = '']) => !existsSync(target) && !isBuilt(target))
      .map(([, target]) => `${file}: ${target}`),
  )
  expect(missing).toEqual([])
})
