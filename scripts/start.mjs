import { buildWeb, findNode, installPackages, launch, output, readIfThere, run } from './toolchain.mjs'

const PARENT_CHECK_MS = 1_000

/** `npm start`: installs and builds what is missing, then runs the server until it ends. */
await launch(async () => {
  await installPackages({ forDevelopment: false })
  const node = findNode()
  await buildWeb(node)
  return run(node, ['--disable-warning=ExperimentalWarning', 'server/main.ts', ...process.argv.slice(2)], {
    // Over the channel the server notices when this process is gone, even by kill -9.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/compile' },
    onStart: stopWithNpm,
  })
})

/** When npm is killed it cannot tell its script, whose line of parents then changes. */
function stopWithNpm(server) {
  if (process.env.npm_execpath === undefined) return
  const line = parentsUpToNpm()
  setInterval(() => parentsUpToNpm() === line || server.kill('SIGTERM'), PARENT_CHECK_MS).unref()
}

/** npm runs a script through a shell, which may stay between the two and outlive npm. */
function parentsUpToNpm() {
  const { name, parent } = describeProcess(process.ppid)
  return name.endsWith('sh') ? `${process.ppid} ${parent}` : `${process.ppid}`
}

/** Not every system that has /proc has ps too. */
function describeProcess(pid) {
  const stat = readIfThere(`/proc/${pid}/stat`)?.match(/\((?<name>.*)\) \S (?<parent>\d+)/s)
  const listed = stat ?? output('ps', ['-o', 'ppid=,comm=', '-p', pid]).match(/(?<parent>\d+) +(?<name>.*)/)
  return listed?.groups ?? { name: '', parent: '' }
}
