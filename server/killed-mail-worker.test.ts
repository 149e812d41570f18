import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { serveMails } from './copy/mails.testing.ts'
import { startMailServer } from './mail/smtp-server.testing.ts'
import { type HeldAnswer, holdAnswerTo, openProxy, type TcpProxy } from './testing/cuttable-connection.ts'
import { holdLock } from './testing/held-lock.ts'
import { type ServerProcess, startServerProcess } from './testing/server-process.ts'

/** A header that only the mail itself has, so the answer to it is the one after DATA. */
const MAIL = 'Auto-Submitted: auto-generated'

let mails: Awaited<ReturnType<typeof serveMails>>
let mailServer: Awaited<ReturnType<typeof startMailServer>>
let proxy: TcpProxy
let workers: ServerProcess[]
beforeAll(async () => {
  mails = await serveMails('postgres')
})
beforeEach(async () => {
  workers = []
  mailServer = await startMailServer()
  proxy = await openProxy({ host: '127.0.0.1', port: Number(mailServer.port) })
})
afterEach(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  proxy?.close()
  await mailServer?.close()
})
afterAll(() => mails?.close())

async function startWorker(port: number): Promise<ServerProcess> {
  const settings = {
    DATABASE_URL: mails.url,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Copies <copies@sales.example>',
  }
  const worker = await startServerProcess(settings, ['--role=worker'])
  workers.push(worker)
  return worker
}

async function kill(worker: ServerProcess): Promise<void> {
  worker.kill('SIGKILL')
  await worker.exitCode
}

type Death = (doomed: ServerProcess, sale: string, accepted: HeldAnswer) => Promise<void>

const beforeTheAnswer: Death = kill

const beforeItIsNoted: Death = async (doomed, sale, accepted) => {
  const lock = await holdLock(mails.url, 'select from sale_evidence where session_id = $1 for update', [sale])
  accepted.pass()
  const noting = await lock.waiter()
  await kill(doomed)
  await lock.giveUp(noting)
  await lock.release()
}

describe('a copy whose worker is killed after sending the whole mail', () => {
  test.each<{ point: string; die: Death }>([
    { point: 'before the mail server answers', die: beforeTheAnswer },
    { point: 'after the answer, before it is noted', die: beforeItIsNoted },
  ])('is sent as the same mail again, and noted once: $point', async ({ point, die }) => {
    await mails.sign(point)
    await mails.seal(point)
    const sending = holdAnswerTo(MAIL, proxy)
    const doomed = await startWorker(proxy.port)
    const accepted = await sending
    expect(mailServer.received).toHaveLength(1)
    await die(doomed, point, accepted)
    expect(await mails.mailEvents(point)).toEqual([])
    expect(await mails.queued(point)).toEqual([{ sequence: 1, state: 'waiting' }])

    // As if the dead worker's lease of half a minute had ended.
    await sql`update deliveries set leased_until = now() where session_id = ${point}`.execute(mails.db)
    await startWorker(Number(mailServer.port))
    await vi.waitFor(async () =>
      expect(await mails.queued(point)).toEqual([{ sequence: 1, state: 'delivered' }]),
    )
    const [first, second, ...others] = mailServer.received.map(({ raw }) => raw.toString())
    expect(others).toEqual([])
    expect(second).toBe(first)
    expect(await mails.mailEvents(point)).toMatchObject([{ type: 'copy-accepted' }])
  })
})
