import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshFolder } from '#server/testing/databases.ts'

type Packages = Record<string, object>

const LOCKED = {
  'node_modules/server': { version: '1.0.0', integrity: 'sha512-c2VydmVy' },
  'node_modules/tool': { version: '1.0.0', integrity: 'sha512-dG9vbA==', dev: true },
  'node_modules/compiler': {
    version: '1.0.0',
    integrity: 'sha512-Y29tcGlsZXI=',
    optional: true,
    os: [process.platform],
    cpu: [process.arch],
  },
  'node_modules/compiler-of-others': {
    version: '1.0.0',
    integrity: 'sha512-b3RoZXJz',
    optional: true,
    os: ['aix'],
    cpu: ['ppc64'],
  },
}
const { 'node_modules/server': server, 'node_modules/tool': tool, 'node_modules/compiler': compiler } = LOCKED
const FOR_SERVER = { 'node_modules/server': server, 'node_modules/compiler': compiler }
const MANIFEST = {
  name: 'doorstep',
  version: '0.1.0',
  dependencies: { server: '1.0.0' },
  devDependencies: { tool: '1.0.0' },
  optionalDependencies: { compiler: '1.0.0', 'compiler-of-others': '1.0.0' },
}

let root: string
beforeEach(() => {
  root = freshFolder()
  fs.cpSync('scripts', path.join(root, 'scripts'), { recursive: true })
  fs.symlinkSync(path.resolve('server'), path.join(root, 'server'))
  write('package.json', MANIFEST)
  writeLock('package-lock.json', { '': MANIFEST, ...LOCKED })
})
afterEach(() => fs.rmSync(root, { recursive: true }))

const write = (file: string, content: object) =>
  fs.writeFileSync(path.join(root, file), JSON.stringify(content))
const writeLock = (file: string, packages: Packages) =>
  write(file, { name: 'doorstep', version: '0.1.0', lockfileVersion: 3, requires: true, packages })

/** Writes the packages and the record that npm leaves. */
function installed(packages: Packages) {
  for (const [place, { version }] of Object.entries(packages) as [string, { version: string }][]) {
    fs.mkdirSync(path.join(root, place), { recursive: true })
    write(`${place}/package.json`, { name: path.basename(place), version })
  }
  writeLock('node_modules/.package-lock.json', packages)
}

/** Runs Node in the project without access to a registry. */
function runOffline(...args: string[]) {
  const { npm_execpath, npm_node_execpath, ...environment } = process.env
  const env = {
    ...environment,
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_fetch_retries: '0',
    npm_config_cache: path.join(root, 'cache'),
    DATA_DIR: path.join(root, 'no-data'),
  }
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
  return { status, errors: stderr, said: stdout }
}

const doorstep = (...args: string[]) => runOffline('scripts/doorstep.mjs', ...args)
const install = (forDevelopment: boolean) =>
  runOffline(
    '--input-type=module',
    '--eval',
    `import { installPackages, launch } from '${path.join(root, 'scripts/toolchain.mjs')}'
    await launch(async () => (await installPackages({ forDevelopment: ${forDevelopment} })) ?? 0)`,
  )
const packagesThere = () => fs.readdirSync(path.join(root, 'node_modules')).toSorted()

test('a backup leaves the packages alone on which a server runs', () => {
  installed(FOR_SERVER)
  const before = packagesThere()
  expect(doorstep('backup', 'kept')).toMatchObject({
    status: 1,
    errors: expect.stringMatching(/^There is no data folder .+: set DATA_DIR\.\n$/),
  })
  expect(packagesThere()).toEqual(before)
})

test('a command takes its words as they are, and its file from the folder of the caller', () => {
  installed(FOR_SERVER)
  const folder = fs.mkdtempSync(path.join(root, 'elsewhere-'))
  const { INIT_CWD: _, ...environment } = process.env
  const called = spawnSync(
    process.execPath,
    [path.join(root, 'scripts/doorstep.mjs'), 'leads', 'import', 'leads.csv', '--dry-run'],
    { cwd: folder, env: { ...environment, DATA_DIR: path.join(folder, 'data') }, encoding: 'utf8' },
  )
  expect(called.stderr).toContain(path.join(folder, 'leads.csv'))
})

test('if nothing is installed, a backup says so in one line and installs nothing', () => {
  expect(doorstep('backup', 'kept')).toMatchObject({
    status: 1,
    errors: `Doorstep is not installed in ${fs.realpathSync(root)}: run npm ci --omit=dev there first.\n`,
  })
  expect(fs.existsSync(path.join(root, 'node_modules'))).toBe(false)
})

test('a server can run without the packages for development, but tests cannot', () => {
  installed(FOR_SERVER)
  expect(install(false)).toEqual({ status: 0, said: '', errors: '' })
  expect(install(true).said).toMatch(/^Installing packages/)
  installed({ ...FOR_SERVER, 'node_modules/tool': tool })
  expect(install(true)).toEqual({ status: 0, said: '', errors: '' })
})

test.each([
  [
    'another version of one',
    { ...FOR_SERVER, 'node_modules/server': { ...server, integrity: 'sha512-b2xk' } },
  ],
  ['one too few', { 'node_modules/compiler': compiler }],
  ['none with which the web app is built on this machine', { 'node_modules/server': server }],
])('but not %s', (_what, packages) => {
  installed(packages)
  expect(install(false).said).toMatch(/^Installing packages/)
})

test('an installation that fails leaves what was there', () => {
  installed({ 'node_modules/server': server })
  const before = packagesThere()
  expect(install(false)).toMatchObject({
    status: 1,
    errors: expect.stringContaining('The packages could not be installed: see what npm says above.\n'),
  })
  expect(packagesThere()).toEqual(before)
})
