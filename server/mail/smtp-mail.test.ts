import { once } from 'node:events'
import { createServer } from 'node:net'
import { simpleParser } from 'mailparser'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it, test } from 'vitest'
import { noMail } from './no-mail.ts'
import type { MailMessage } from './port.ts'
import { createSmtpMail } from './smtp-mail.ts'
import { reply, startMailServer } from './smtp-server.testing.ts'

const FROM = 'Copies <copies@sales.example>'
const pdf = Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 256))
const message: MailMessage = {
  to: 'ada@example.org',
  subject: 'Your copy, order TEL-813051',
  text: 'Dear Ada Łukasz,',
  html: '<p>Dear Ada Łukasz,</p>',
  attachment: { filename: 'TEL-813051.pdf', content: pdf, contentType: 'application/pdf' },
  messageId: 'b6f1.1@sales.example',
  date: new Date('2026-11-24T10:04:00Z'),
}
const never = new AbortController().signal

type MailServer = Awaited<ReturnType<typeof startMailServer>>
let server: MailServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function start(options?: Partial<SMTPServerOptions>): Promise<MailServer> {
  server = await startMailServer(options)
  return server
}
async function sendTo(options: Partial<SMTPServerOptions>, given = message) {
  const { url } = await start(options)
  return createSmtpMail({ url, from: FROM }).send(given, never)
}

test('the server receives the mail with its attachment byte for byte', async () => {
  const { url, received } = await start()
  expect(await createSmtpMail({ url, from: FROM }).send(message, never)).toEqual({
    ok: true,
    value: { status: 250 },
  })
  expect(received.map(({ from, to }) => ({ from, to }))).toEqual([
    { from: 'copies@sales.example', to: ['ada@example.org'] },
  ])
  const mail = await simpleParser(received[0]?.raw ?? '')
  expect(mail).toMatchObject({
    messageId: '<b6f1.1@sales.example>',
    date: message.date,
    subject: message.subject,
    text: expect.stringContaining(message.text),
  })
  expect(mail.html).toContain('Dear Ada Łukasz,')
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
  expect(mail.attachments).toHaveLength(1)
  expect(mail.attachments[0]).toMatchObject({ filename: 'TEL-813051.pdf', contentType: 'application/pdf' })
  expect(pdf.equals(mail.attachments[0]?.content ?? Buffer.of())).toBe(true)
})

test('a repeat is the same mail byte for byte', async () => {
  const { url, received } = await start()
  const mail = createSmtpMail({ url, from: FROM })
  await mail.send(message, never)
  await mail.send(message, never)
  expect(received[1]?.raw.toString()).toBe(received[0]?.raw.toString())
})

test('the host of the sender names the messages', () => {
  expect(createSmtpMail({ url: 'smtp://localhost', from: FROM }).host).toBe('sales.example')
  expect(createSmtpMail({ url: 'smtp://localhost', from: 'a@b.example' }).host).toBe('b.example')
})

describe('a refusal', () => {
  const refusing = (code: number, text = 'No'): Partial<SMTPServerOptions> => ({
    onRcptTo: (_address, _session, done) => done(reply(code, text)),
  })

  it('with 451 is retried', async () =>
    expect(await sendTo(refusing(451))).toEqual({
      ok: false,
      failure: { retry: 'later', message: 'The mail server asked us to try again later: 451.', status: 451 },
    }))

  it('with 421 pauses the mail server', async () =>
    expect(await sendTo(refusing(421))).toMatchObject({ failure: { retry: 'later', receiver: 'rests' } }))

  it('with 550 is for good, and repeats only the code of the response', async () =>
    expect(await sendTo(refusing(550, '5.1.1 <ada@example.org>: no such user'))).toEqual({
      ok: false,
      failure: { retry: 'never', message: 'Refused: 550 5.1.1, no such mailbox.', status: 550 },
    }))

  it('with 552 after the mail is for good', async () =>
    expect(
      await sendTo({
        onData(stream, _session, done) {
          stream.resume().on('end', () => done(reply(552, 'Too big')))
        },
      }),
    ).toMatchObject({ failure: { retry: 'never', status: 552 } }))

  it('of the sender closes the mail server', async () =>
    expect(
      await sendTo({ onMailFrom: (_address, _session, done) => done(reply(550, 'Not from here')) }),
    ).toMatchObject({ failure: { receiver: 'closed', status: 550 } }))

  it('of a malformed address is for good', async () =>
    expect(await sendTo({}, { ...message, to: 'ada<b>' })).toMatchObject({ failure: { retry: 'never' } }))

  it('of our password closes the mail server, and does not repeat it', async () => {
    const { port } = await start({
      authOptional: false,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, done) => done(reply(535, 'Wrong')),
    })
    const mail = createSmtpMail({ url: `smtp://copies:s%40cret@127.0.0.1:${port}`, from: FROM })
    expect(await mail.send(message, never)).toEqual({
      ok: false,
      failure: {
        retry: 'later',
        message: 'The mail server refused our user name or password: 535.',
        receiver: 'closed',
        status: 535,
      },
    })
  })
})

describe('a connection', () => {
  it('that breaks after the whole mail is retried', async () => {
    const server = await start({
      onData(stream) {
        stream.resume().on('end', () => server.drop())
      },
    })
    expect(await createSmtpMail({ url: server.url, from: FROM }).send(message, never)).toMatchObject({
      ok: false,
      failure: { retry: 'later' },
    })
  })

  it('without a response ends with the attempt, and is retried', async () => {
    const giveUp = new AbortController()
    const silent = createServer((socket) => {
      socket.on('error', () => {})
      giveUp.abort()
    }).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : 0
    const mail = createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: FROM })
    expect(await mail.send(message, giveUp.signal)).toMatchObject({ failure: { retry: 'later' } })
    silent.close()
  })

  it('that is refused is retried', async () => {
    const { url, close } = await start()
    await close()
    server = undefined
    expect(await createSmtpMail({ url, from: FROM }).send(message, never)).toMatchObject({
      failure: { retry: 'later', message: 'The mail server did not answer (ESOCKET).' },
    })
  })

  const REFUSED = {
    ok: false,
    failure: {
      retry: 'later',
      message: 'The mail server offers no TLS, or a certificate that cannot be checked.',
      receiver: 'closed',
    },
  }

  // 0.0.0.0 is this machine too, but not a loopback address.
  it('to another machine is closed if STARTTLS was stripped', async () => {
    const { port, received } = await start()
    const mail = createSmtpMail({ url: `smtp://0.0.0.0:${port}`, from: FROM })
    expect(await mail.send(message, never)).toMatchObject(REFUSED)
    expect(received).toEqual([])
  })

  it('to another machine is closed if the certificate of STARTTLS is bad', async () => {
    const { port, received } = await start({ disabledCommands: ['AUTH'] })
    const mail = createSmtpMail({ url: `smtp://0.0.0.0:${port}`, from: FROM })
    expect(await mail.send(message, never)).toMatchObject(REFUSED)
    expect(received).toEqual([])
  })

  it('with TLS is closed if the certificate is bad, even on this machine', async () => {
    const { port, received } = await start({ secure: true })
    const mail = createSmtpMail({ url: `smtps://127.0.0.1:${port}`, from: FROM })
    expect(await mail.send(message, never)).toMatchObject(REFUSED)
    expect(received).toEqual([])
  })
})

test('without a mail server nothing is attempted', async () => {
  expect(noMail.receiver).toBeNull()
  expect(await noMail.send(message, never)).toMatchObject({ failure: { retry: 'later' } })
})
