import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A start fails during a failover of the database, so it is repeated, as a supervisor would. */
const RESTART_PAUSE_MS = 500
const MAX_STARTS = 40
const SERVER = path.join(import.meta.dirname, 'server-under-soak.ts')

/** A server that can be killed and then starts again at the same address. */
export type MortalServer = {
  url: string
  /**
   * Sends SIGKILL unless the server is starting. Starts the next process after `meanwhile`, and resolves when it is
   * ready.
   */
  kill(meanwhile?: () => Promise<void>): Promise<void>
  kills(): number
  stop(): Promise<void>
}

/** Starts `server-under-soak.ts` with these settings. It ends with this process. */
export async function startMortalServer(env: Record<string, string>): Promise<MortalServer> {
  const port = await freePort()
  const start = () => superviseStart({ ...env, PORT: String(port) })
  let kills = 0
  let living = await start()
  let restart: Promise<void> | undefined

  const killAndStart = async (meanwhile?: () => Promise<void>) => {
    kills += 1
    await end(living)
    await meanwhile?.()
    living = await start()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    kill(meanwhile) {
      restart ??= killAndStart(meanwhile).finally(() => {
        restart = undefined
      })
      return restart
    },
    kills: () => kills,
    async stop() {
      await restart
      await end(living)
    },
  }
}

async function superviseStart(env: Record<string, string>): Promise<ChildProcess> {
  for (let starts = 1; starts < MAX_STARTS; starts++) {
    const server = await startServer(env)
    if (server) return server
    await pause(RESTART_PAUSE_MS)
  }
  throw new Error('The server ends before it is ready.')
}

async function startServer(env: Record<string, string>): Promise<ChildProcess | undefined> {
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SERVER], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, LOG_LEVEL: 'fatal', NODE_COMPILE_CACHE: '.cache/soak/compile', ...env },
  })
  const ended = once(server, 'exit').then(() => 'ended')
  return (await Promise.race([once(server, 'message'), ended])) === 'ended' ? undefined : server
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
