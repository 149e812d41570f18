// Shared by `npm start` and `npm test`. Plain JavaScript for Node >= 20.19, because nothing is installed yet.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OLDEST_LAUNCHER = [20, 19]
const OLDEST_NODE = [22, 18]
const LOCK_FILE = 'package-lock.json'
/** npm's own record of the installed packages. npm writes it last. */
const INSTALLED = 'node_modules/.package-lock.json'
const SHARED_SOURCES = ['domain', 'protocol', 'package.json', LOCK_FILE]
const BUILDS = [
  { what: 'web app', folder: 'web', sources: ['web', ...SHARED_SOURCES] },
  { what: 'server', folder: 'server', sources: ['server', 'crm', ...SHARED_SOURCES] },
]

/** A reason to stop that the user can correct. It is printed as one line. */
export class Refused extends Error {}

export const say = (line) => process.stdout.write(`${line}\n`)

/** Runs a launcher in the project's folder. If it refuses, prints one line on stderr and exits with code 1. */
export async function launch(main) {
  process.chdir(ROOT)
  try {
    if (!isAtLeast(process.version, OLDEST_LAUNCHER))
      throw new Refused(`Node ${OLDEST_LAUNCHER.join('.')} or newer is needed; this is ${process.version}.`)
    process.exitCode = await main()
  } catch (error) {
    process.stderr.write(`${error instanceof Refused ? error.message : `Unexpected: ${error.message}`}\n`)
    process.exitCode = 1
  }
}

/**
 * Installs the packages of the lock file that are missing; those for development only on request. NODE_ENV makes no
 * difference.
 */
export async function installPackages({ forDevelopment }) {
  if (areInstalled(forDevelopment)) return
  say('Installing packages (about half a minute) ...')
  // `npm ci` would first delete the installed packages, and leave none if it fails.
  const install = ['install', '--no-save', '--include=dev', '--include=optional']
  const args = [...install, '--no-audit', '--no-fund', '--loglevel=error']
  const cli = process.env.npm_execpath
  const code = cli?.endsWith('npm-cli.js')
    ? await run(process.env.npm_node_execpath ?? process.execPath, [cli, ...args])
    : await run('npm', args, { shell: process.platform === 'win32' })
  if (code !== 0) throw new Refused('The packages could not be installed: see what npm says above.')
}

/** Returns true if packages are installed, even if the lock file has other versions meanwhile. */
export const isInstalled = () => existsSync(INSTALLED)

function areInstalled(forDevelopment) {
  const installed = packagesIn(INSTALLED)
  return Object.entries(packagesIn(LOCK_FILE)).every(
    ([place, wanted]) =>
      !isNeeded(wanted, forDevelopment) || installed[place]?.integrity === wanted.integrity,
  )
}

const packagesIn = (file) => JSON.parse(readIfThere(file) ?? '{}').packages ?? {}

/**
 * Returns true if a package must be installed. Optional packages are only needed if they are made for this machine: the
 * build of the web app needs those.
 */
function isNeeded({ dev, devOptional, optional, os, cpu, libc }, forDevelopment) {
  if ((dev || devOptional) && !forDevelopment) return false
  if (!optional) return true
  const isForHere = os?.includes(process.platform) && cpu?.includes(process.arch)
  return isForHere && (!libc || libc.includes(libcOfHere()))
}

function libcOfHere() {
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

/** Returns the Node to run Doorstep on: the one among the packages, or the system's if it is new enough. */
export function findNode() {
  const installed = path.resolve('node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const node = [installed, process.execPath, process.env.npm_node_execpath, 'node'].find(
    (candidate) => candidate && isAtLeast(output(candidate, ['--version']), OLDEST_NODE),
  )
  if (node) return node
  throw new Refused(
    `Node ${OLDEST_NODE.join('.')} or newer is needed: npm could not bring it, and the system has ${process.version}.`,
  )
}

/** Builds the web app and the server, unless they were built from exactly these sources. */
export async function build(node) {
  for (const { what, folder, sources } of BUILDS) {
    const builtFrom = `${folder}/dist/.built-from`
    const wanted = hashOf(sources)
    if (readIfThere(builtFrom) === wanted) continue
    say(`Building the ${what} ...`)
    const config = `${folder}/vite.config.ts`
    const code = await run(node, [program('vite'), 'build', '--config', config, '--logLevel', 'warn'])
    if (code !== 0) throw new Refused(`The ${what} could not be built: see what Vite says above.`)
    writeFileSync(builtFrom, wanted)
  }
}

/** Returns the file to run for a command of an installed package. */
export function program(name, packageName = name) {
  const { bin } = JSON.parse(readFileSync(`node_modules/${packageName}/package.json`, 'utf8'))
  return path.join('node_modules', packageName, typeof bin === 'string' ? bin : bin[name])
}

/** Runs a command, passes signals on, and returns its exit code. `onStart` receives the process. */
export function run(command, args, { onStart, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    const forward = (signal) => child.kill(signal)
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forward)
    child.once('error', (error) => reject(new Refused(`${command} cannot be run: ${error.message}`)))
    child.once('exit', (code, signal) => {
      for (const name of signals) process.off(name, forward)
      resolve(code ?? 128 + (signal === 'SIGINT' ? 2 : signal === 'SIGKILL' ? 9 : 15))
    })
    onStart?.(child)
  })
}

/** Returns what a command prints, or an empty text if it cannot run or fails. */
export function output(command, args) {
  const { status, stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return status === 0 ? stdout.trim() : ''
}

function isAtLeast(version, [oldestMajor, oldestMinor]) {
  const [major, minor] = version.replace('v', '').split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

function hashOf(sources) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesIn)) hash.update(file).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

function filesIn(source) {
  if (!existsSync(source) || BUILDS.some(({ folder }) => source === `${folder}/dist`)) return []
  if (!statSync(source).isDirectory()) return [source]
  return readdirSync(source)
    .sort()
    .flatMap((name) => filesIn(`${source}/${name}`))
}

export const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
