import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { reply } from '#server/mail/smtp-server.testing.ts'

/** A mail that the mail server has accepted, whether or not its sender got the answer. */
export type TakenMail = { messageId: string; to: string }

type Fault = (socket: Socket | undefined, answer: (error?: Error) => void, take: () => void) => void

const FAULTS: readonly Fault[] = [
  (_socket, answer) => answer(reply(451, '4.3.0 Try again later')),
  (_socket, answer) => answer(reply(550, '5.1.1 No such mailbox')),
  (socket) => socket?.destroy(),
  (socket, _answer, take) => {
    take()
    socket?.destroy()
  },
]

/** Starts a mail server that fails a share of the mails, before or after it accepts them. */
export async function startFaultyMail(share: number, random: () => number, called: () => void) {
  const taken: TakenMail[] = []
  const sockets = new Map<number, Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, { envelope, remotePort }, answer) {
      called()
      const receive = (raw: Buffer) => {
        const [, messageId = ''] = /^Message-ID:\s*<(.+)>/im.exec(raw.toString('latin1')) ?? []
        const take = () => taken.push({ messageId, to: envelope.rcptTo.map(({ address }) => address).join() })
        const luck = random()
        const fault = luck < share ? FAULTS[Math.floor((luck / share) * FAULTS.length)] : undefined
        if (fault) return fault(sockets.get(remotePort), answer, take)
        take()
        answer()
      }
      // If the sender is killed, it never sends the rest.
      buffer(stream).then(receive, () => {})
    },
  })
  // A killed sender hangs up.
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort ?? 0
    sockets.set(port, socket)
    socket.once('close', () => sockets.delete(port))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Copies <copies@sales.example>' },
    taken,
    close: () => new Promise<void>((closed) => server.close(closed)),
  }
}
