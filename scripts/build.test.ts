import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const VITE = 'node_modules/vite/bin/vite.js'

test('the web app is built for agents, whatever NODE_ENV says', () => {
  const script = `
    import { resolveConfig } from 'vite'
    console.log((await resolveConfig({ configFile: 'web/vite.config.ts' }, 'build')).isProduction)`
  const resolved = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, NODE_ENV: 'development' },
    encoding: 'utf8',
  })
  expect(resolved.stdout).toBe('true\n')
})

test('the built server finds the files beside its sources, and its threads do not load it again', {
  timeout: 300_000,
}, () => {
  const folder = builtServer()
  const chunks = globSync('**/*.js', { cwd: folder })
  const code = chunks.map((file) => readFileSync(path.join(folder, file), 'utf8')).join('')
  expect(chunks).toContain('main.js')
  // Only the starts that need these parts load them.
  const parts = chunks.map((file) => file.replace(/-[\w-]{8}\.js$/, ''))
  expect(parts).toEqual(expect.arrayContaining(['embedded', 'postgres', 'smtp-mail', 'make-pair']))
  // Places are relative to server/dist, so every part must be in that folder itself.
  expect(chunks.filter((file) => path.dirname(file) !== '.')).toEqual([])
  const places = [
    ...code.matchAll(/import\.meta\.dirname \+ "([^"]*)"|new URL\("([^"]*)", import\.meta\.url\)/g),
  ].map(([, folderOf, own]) => path.join('server/dist', folderOf ?? own ?? ''))
  const threads = places.filter((place) => place.endsWith('.worker.js')).map((place) => path.basename(place))
  expect(threads.sort()).toEqual(['database-thread.worker.js', 'seal-thread.worker.js'])
  const isThere = (place: string) => existsSync(place) || threads.includes(path.basename(place))
  expect(places.filter((place) => !isThere(place))).toEqual([])
  // A thread that loaded it would start another server.
  for (const thread of threads) expect(partsOf(folder, thread)).not.toContain('main.js')
})

/** Returns the names of a built file and of everything that it loads. */
function partsOf(folder: string, file: string, found = new Set<string>()): string[] {
  if (!found.has(file)) {
    found.add(file)
    const code = readFileSync(path.join(folder, file), 'utf8')
    for (const [, part = ''] of code.matchAll(/(?:from |import\()"\.\/([^"]+\.js)"/g))
      partsOf(folder, part, found)
  }
  return [...found]
}

/** Returns the folder of the server that `npm test` has built from these sources, or builds it first. */
function builtServer(): string {
  if (process.env.BUILT_SERVER) return path.dirname(process.env.BUILT_SERVER)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'doorstep-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const args = ['build', '--config', 'server/vite.config.ts', '--outDir', folder, '--logLevel', 'error']
  expect(spawnSync(process.execPath, [VITE, ...args]).status).toBe(0)
  return folder
}
