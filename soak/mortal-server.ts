import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'

const SERVER = path.join(import.meta.dirname, 'server-under-soak.ts')

/** A server that is killed again and again, and each time is started anew at the same address. */
export type MortalServer = {
  url: string
  /** SIGKILL, unless it is starting; resolves when the next one is ready. */
  kill(): Promise<void>
  kills(): number
  stop(): Promise<void>
}

/** Starts the server under soak with those settings. It is gone when this process is. */
export async function startMortalServer(env: Record<string, string>): Promise<MortalServer> {
  const port = await freePort()
  const start = () => startServer({ ...env, PORT: String(port) })
  let kills = 0
  let living = await start()
  let rebirth: Promise<void> | undefined

  const killAndStart = async () => {
    kills += 1
    await end(living)
    living = await start()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    kill() {
      rebirth ??= killAndStart().finally(() => {
        rebirth = undefined
      })
      return rebirth
    },
    kills: () => kills,
    async stop() {
      await rebirth
      await end(living)
    },
  }
}

async function startServer(env: Record<string, string>): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SERVER], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, LOG_LEVEL: 'fatal', NODE_COMPILE_CACHE: '.cache/soak/compile', ...env },
  })
  const ended = once(server, 'exit').then(() => 'ended')
  if ((await Promise.race([once(server, 'message'), ended])) === 'ended')
    throw new Error('The server ended before it was ready.')
  return server
}

async function end(server: ChildProcess): Promise<void> {
  const gone = once(server, 'exit')
  if (server.kill('SIGKILL')) await gone
}

async function freePort(): Promise<number> {
  const holder = net.createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as net.AddressInfo
  holder.close()
  await once(holder, 'close')
  return port
}
