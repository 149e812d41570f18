import { build, findNode, installPackages, launch, output, readIfThere, run } from './toolchain.mjs'

const PARENT_CHECK_MS = 1_000

/** `npm start`: installs and builds what is missing, then runs the server until it ends. */
await launch(async () => {
  await installPackages({ forDevelopment: false })
  const node = findNode()
  await build(node)
  return run(
    node,
    [
      '--disable-warning=ExperimentalWarning',
      '--max-semi-space-size=8',
      '--heap-growing-percent=100',
      'server/dist/main.js',
      ...process.argv.slice(2),
    ],
    {
      // Over this channel the server notices if this process ends, even by kill -9.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/compile' },
      onStart: stopWithNpm,
    },
  )
})

/** If npm is killed, it sends no signal. The only sign of it is that the parents of this process change. */
function stopWithNpm(server) {
  if (process.env.npm_execpath === undefined) return
  const parents = parentsUpToNpm()
  setInterval(() => parentsUpToNpm() === parents || server.kill('SIGTERM'), PARENT_CHECK_MS).unref()
}

/** npm runs a script through a shell, which may stay in between and outlive npm. */
function parentsUpToNpm() {
  const { name, parent } = describeProcess(process.ppid)
  return name.endsWith('sh') ? `${process.ppid} ${parent}` : `${process.ppid}`
}

/** Reads /proc if there is one, since some systems with /proc have no ps. */
function describeProcess(pid) {
  const stat = readIfThere(`/proc/${pid}/stat`)?.match(/\((?<name>.*)\) \S (?<parent>\d+)/s)
  const listed = stat ?? output('ps', ['-o', 'ppid=,comm=', '-p', pid]).match(/(?<parent>\d+) +(?<name>.*)/)
  return listed?.groups ?? { name: '', parent: '' }
}
