import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** An example on a Markdown page: its code, and the JSON that its answer must contain. */
export type Example = {
  /** The heading of its section. */
  title: string
  firstLine: string
  language: 'bash' | 'js' | 'http'
  code: string
  answer: unknown
}

const ADDRESS = 'http://localhost:3000'
const EXAMPLE = /```(bash|js|http)\n(.*?)\n```\n```json\n(.*?)\n```/gs
/** Inside the repository, so that programs find its packages. */
const FOLDER = '.cache/examples'

const run = promisify(execFile)

/** Returns the examples of a page in order, each with its answer, which follows it on the page. */
export function examplesOf(page: string): Example[] {
  return [...page.matchAll(EXAMPLE)].map(({ index, 1: language, 2: code = '', 3: answer = '' }) => ({
    title: headingAt(page, index),
    firstLine: code.split('\n', 1)[0] ?? '',
    language: language as Example['language'],
    code,
    answer: JSON.parse(answer),
  }))
}

const headingAt = (page: string, index: number) =>
  [...page.slice(0, index).matchAll(/^## (.*)$/gm)].at(-1)?.[1] ?? ''

/** Runs an example as written, against the server at `url` instead of the page's address. Returns its answer. */
export async function runExample({ language, code }: Example, url: string): Promise<unknown> {
  if (language === 'http') return sendRequest(code, url)
  const text = code.replaceAll(ADDRESS, url)
  if (language === 'bash') return JSON.parse((await run('bash', ['-c', text])).stdout)
  mkdirSync(FOLDER, { recursive: true })
  const file = join(FOLDER, `${process.pid}.mjs`)
  writeFileSync(file, text)
  return JSON.parse((await run(process.execPath, [file])).stdout)
}

/** Sends a request that is written as a request line, headers and, after an empty line, the body. */
async function sendRequest(text: string, url: string): Promise<unknown> {
  const [head = '', body] = text.split('\n\n')
  const [line = '', ...headers] = head.split('\n')
  const [method = '', path] = line.split(' ')
  const answer = await fetch(url + path, {
    method,
    headers: headers.map((header) => header.split(': ') as [string, string]),
    ...(body !== undefined && { body }),
  })
  return answer.json()
}
