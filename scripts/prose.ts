import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { existingFiles, sourceFiles } from './source-files.ts'

export type Kind = 'comments' | 'titles' | 'names' | 'documents'

/** One comment, test title, declared name or line of a document. */
export type Passage = { file: string; line: number; kind: Kind; text: string }

/** Words that made this repository hard to read. CONTRIBUTING says what to write instead. */
const REFUSED: Record<'prose' | 'names', RegExp> = {
  prose:
    /\b(?:nobody|somebody|whoever|everybody|anew|mend(?:s|ed|ing)?|told|tells?|telling|hears?|heard|by now|so long|(?:is|are|was|were) none)\b/gi,
  names:
    /^(?:MOST|PATIENCE|PEN)_|_PATIENCE\b|(?:^|(?<=[a-z])(?=[A-Z]))(?:[Tt]old|[Uu]ntold|[Pp]en(?!Color)|[Pp]atience|[Nn]obody|[Ww]hoever|[Gg]iveWay)(?![a-z])/g,
}

type Rate = { words: string; pattern: RegExp; atMost?: number; atLeast?: number }

/** How often some words should occur per 1,000 words, if the prose is plain. */
export const RATES: readonly Rate[] = [
  {
    words: 'nobody, somebody, whoever, everybody',
    pattern: /\b(?:nobody|somebody|whoever|everybody)\b/gi,
    atMost: 0.5,
  },
  { words: 'tell, told, hear', pattern: /\b(?:tells?|told|telling|hears?|heard)\b/gi, atMost: 1 },
  { words: 'if', pattern: /\bif\b/gi, atLeast: 5 },
  { words: 'returns, should', pattern: /\b(?:returns?|should)\b/gi, atLeast: 1.5 },
]

/** Returns the passages of the repository, in the order of its files. */
export function readPassages(): Passage[] {
  return [
    ...[...sourceFiles(), ...existingFiles('*.mjs', '*.js')].flatMap((file) =>
      passagesOfSource(file, readFileSync(file, 'utf8')),
    ),
    ...existingFiles('*.md').flatMap((file) => passagesOfDocument(file, readFileSync(file, 'utf8'))),
    // Applied migrations must not change.
    ...existingFiles('*.sql', ':!server/db/migrations').flatMap((file) =>
      passagesOfSql(file, readFileSync(file, 'utf8')),
    ),
  ]
}

/** Returns a line for each passage that has refused words: the file and line, its kind, the words and its text. */
export function listRefused(passages: readonly Passage[]): string[] {
  return passages.flatMap(({ file, line, kind, text }) => {
    const words = [...text.matchAll(REFUSED[kind === 'names' ? 'names' : 'prose'])].map(([word]) => word)
    const listed = `${file}:${line} ${kind}: ${words.join(', ')} in “${text.replace(/\s+/g, ' ').trim()}”`
    return words.length > 0 ? [listed] : []
  })
}

/** Returns the rate of some words in these passages and, if the rate misses its limit, that limit. */
export function describeRate(
  { words, pattern, atMost = Number.POSITIVE_INFINITY, atLeast = 0 }: Rate,
  of: readonly Passage[],
) {
  const rate = rateOf(pattern, of)
  const found = `${words} ${rate.toFixed(1)}`
  if (rate > atMost) return `${found} (should be at most ${atMost})`
  return rate < atLeast ? `${found} (should be at least ${atLeast})` : found
}

/** Returns how often a pattern occurs per 1,000 words of these passages. */
function rateOf(pattern: RegExp, passages: readonly Passage[]): number {
  const text = passages.map((passage) => passage.text).join('\n')
  const words = text.match(/[A-Za-z][A-Za-z'’-]*/g)?.length ?? 0
  return words === 0 ? 0 : ((text.match(pattern)?.length ?? 0) * 1000) / words
}

export function passagesOfSource(file: string, source: string): Passage[] {
  const { program, comments } = parseSync(file, source)
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length
  const passages = comments.map(
    ({ value, start }): Passage => ({ file, line: lineAt(start), kind: 'comments', text: value }),
  )
  const add = (kind: Kind, text: string, { start }: { start: number }) =>
    passages.push({ file, line: lineAt(start), kind, text })
  const addName = (name: { type: string; name?: unknown; start: number }) => {
    if (name.type === 'Identifier' && typeof name.name === 'string') add('names', name.name, name)
  }
  new Visitor({
    CallExpression(call) {
      const [title] = call.arguments
      if (!TESTING.test(source.slice(call.callee.start, call.callee.end))) return
      if (title?.type === 'Literal' && typeof title.value === 'string') add('titles', title.value, title)
      if (title?.type === 'TemplateLiteral') add('titles', source.slice(title.start, title.end), title)
    },
    VariableDeclarator: ({ id }) => addName(id),
    FunctionDeclaration: ({ id, params }) => [...(id ? [id] : []), ...params].forEach(addName),
    ArrowFunctionExpression: ({ params }) => params.forEach(addName),
    MethodDefinition: ({ key }) => addName(key),
    PropertyDefinition: ({ key }) => addName(key),
    Property: ({ key }) => addName(key),
    TSPropertySignature: ({ key }) => addName(key),
    TSTypeAliasDeclaration: ({ id }) => addName(id),
    ClassDeclaration: ({ id }) => id && addName(id),
  }).visit(program)
  return passages
}

const TESTING = /^(?:test|it|describe)\b/

/** Returns the lines of a Markdown file outside its code. */
export function passagesOfDocument(file: string, text: string): Passage[] {
  let isCode = false
  return text.split('\n').flatMap((line, index): Passage[] => {
    if (/^\s*```/.test(line)) isCode = !isCode
    const prose = line.replace(/`[^`]*`/g, '')
    return isCode || !prose.trim() ? [] : [{ file, line: index + 1, kind: 'documents', text: prose }]
  })
}

export function passagesOfSql(file: string, text: string): Passage[] {
  return text.split('\n').flatMap((line, index): Passage[] => {
    const comment = /^\s*--(.*)$/.exec(line)?.[1]
    return comment ? [{ file, line: index + 1, kind: 'comments', text: comment }] : []
  })
}
