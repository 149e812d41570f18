import { parseEnv } from 'node:util'
import { build, findNode, installPackages, launch, output, readIfThere, run } from './toolchain.mjs'

const PARENT_CHECK_MS = 1_000
/** Limits the memory of the server (decision 55). PGlite is large, and optimising it allocates larger pieces. */
const ON_POSTGRES = { options: ['--max-semi-space-size=8', '--heap-growing-percent=100'], env: {} }
const EMBEDDED = {
  options: ['--max-semi-space-size=4', '--heap-growing-percent=100', '--wasm-tiering-budget=130000000'],
  env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '16384' },
}

/** `npm start`: installs and builds what is missing, then runs the server until it ends. */
await launch(async () => {
  await installPackages({ forDevelopment: false })
  const node = findNode()
  await build(node)
  const { options, env } = namesDatabase() ? ON_POSTGRES : EMBEDDED
  const args = [
    '--disable-warning=ExperimentalWarning',
    ...options,
    'server/dist/main.js',
    ...process.argv.slice(2),
  ]
  return run(node, args, {
    // Through this channel the server notices if this process ends, even by kill -9.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...env, ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/compile' },
    onStart: stopWithNpm,
  })
})

/** Returns true if the settings name a PostgreSQL. The environment takes precedence over the file, as in the server. */
function namesDatabase() {
  const file = (readIfThere('.env') ?? '').replace(/^\uFEFF/, '')
  return Boolean(process.env.DATABASE_URL ?? parseEnv(file).DATABASE_URL)
}

/**
 * Stops the server with npm. If npm is killed, it sends no signal; the only sign is that the parents of this process
 * change.
 */
function stopWithNpm(server) {
  if (process.env.npm_execpath === undefined) return
  const parents = parentsUpToNpm()
  setInterval(() => parentsUpToNpm() === parents || server.kill('SIGTERM'), PARENT_CHECK_MS).unref()
}

/**
 * Returns the parents of this process up to npm. npm runs a script through a shell, which may stay in between and
 * outlive npm.
 */
function parentsUpToNpm() {
  const { name, parent } = describeProcess(process.ppid)
  return name.endsWith('sh') ? `${process.ppid} ${parent}` : `${process.ppid}`
}

/** Reads /proc if it exists, because some systems with /proc have no ps. */
function describeProcess(pid) {
  const stat = readIfThere(`/proc/${pid}/stat`)?.match(/\((?<name>.*)\) \S (?<parent>\d+)/s)
  const listed = stat ?? output('ps', ['-o', 'ppid=,comm=', '-p', pid]).match(/(?<parent>\d+) +(?<name>.*)/)
  return listed?.groups ?? { name: '', parent: '' }
}
