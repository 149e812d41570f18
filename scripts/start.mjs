import { buildWeb, findNode, installPackages, launch, run } from './toolchain.mjs'

const PARENT_CHECK_MS = 1_000

/** `npm start`: installs and builds what is missing, then runs the server until it ends. */
await launch(async () => {
  await installPackages()
  const node = findNode()
  await buildWeb(node)
  return run(node, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    // Over the channel the server notices when this process is gone, even by kill -9.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/compile' },
    onStart: stopWithParent,
  })
})

/** When npm is killed it cannot tell its script, which then gets another parent. */
function stopWithParent(server) {
  if (process.env.npm_execpath === undefined) return
  const parent = process.ppid
  setInterval(() => process.ppid === parent || server.kill('SIGTERM'), PARENT_CHECK_MS).unref()
}
