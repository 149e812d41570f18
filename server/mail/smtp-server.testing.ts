import { once } from 'node:events'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as the server received it. */
export type ReceivedMail = { from: string; to: string[]; raw: Buffer }

/** Returns an error that smtp-server answers with this code. */
export const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/** Starts a real mail server on this machine. It stores what it accepts. By default it offers no encryption. */
export async function startMailServer(options: Partial<SMTPServerOptions> = {}) {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, { envelope }, done) {
      void buffer(stream).then((raw) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
    ...options,
  })
  // Some tests disconnect clients on purpose.
  server.on('error', () => {})
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '0.0.0.0')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    received,
    port,
    url: `smtp://127.0.0.1:${port}`,
    /** Breaks every connection. */
    drop() {
      for (const socket of sockets) socket.destroy()
    },
    close: () => new Promise<void>((closed) => server.close(closed)),
  }
}
