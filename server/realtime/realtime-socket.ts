import type { Writable } from 'node:stream'
import type { WebSocket } from '@fastify/websocket'
import type { Credentials } from '../identity/credentials.ts'
import { Conversation, type ConversationOptions } from './conversation.ts'
import { MAX_MESSAGES_A_BEAT, MAX_SILENT_BEATS, MAX_UNREAD_BYTES } from './limits.ts'

/** The reasons for which the server ends a socket that its client would keep. */
export const CUTS = ['unread', 'silent', 'unreadable', 'messages'] as const
export type Cut = (typeof CUTS)[number]

/** Close codes from RFC 6455, 7.4.1, and its registry. */
const INVALID_PAYLOAD = 1007
const POLICY_VIOLATION = 1008

type Options = Omit<ConversationOptions, 'send'> & {
  /** The credentials with which the client was admitted. */
  credentials: Credentials
  /** The connection beneath the socket. */
  connection: Writable
  onCut(cut: Cut): void
}

/** One open socket. It carries frames between a client and its conversation, and limits what they may cost. */
export class RealtimeSocket {
  readonly credentials: Credentials
  readonly #socket: WebSocket
  readonly #connection: Writable
  readonly #conversation: Conversation
  readonly #onCut: (cut: Cut) => void
  #silentBeats = 0
  #messages = 0

  constructor(socket: WebSocket, { connection, credentials, onCut, ...options }: Options) {
    this.credentials = credentials
    this.#socket = socket
    this.#connection = connection
    this.#onCut = onCut
    this.#conversation = new Conversation({ ...options, send: (frame) => this.#send(frame) })
    socket.on('message', (frame: Buffer, isBinary: boolean) => this.#receive(frame, isBinary))
    socket.on('ping', (data: Buffer) => {
      this.#hasSpoken()
      if (this.#hasTaken()) socket.pong(data)
    })
    socket.on('pong', () => this.#hasSpoken())
    socket.once('close', () => this.#conversation.end())
  }

  /** Shows the client and proxies that the connection works, and ends it if it does not. */
  beat(): void {
    this.#messages = 0
    this.#silentBeats += 1
    if (this.#silentBeats > MAX_SILENT_BEATS) this.#cut('silent')
    else if (this.#isOpen()) this.#socket.ping()
  }

  /** Closes the socket. `reason` may have at most 123 bytes. The client then connects and joins again. */
  close(code: number, reason: string): void {
    this.#conversation.end()
    this.#socket.close(code, reason)
  }

  #receive(frame: Buffer, isBinary: boolean): void {
    if (!this.#isOpen() || !this.#hasSpoken()) return
    if (!this.#conversation.receive(frame, isBinary)) this.#refuse('unreadable', INVALID_PAYLOAD)
  }

  /** Counts a frame. Returns false if there were too many. */
  #hasSpoken(): boolean {
    this.#silentBeats = 0
    this.#messages += 1
    if (this.#messages <= MAX_MESSAGES_A_BEAT) return true
    if (this.#isOpen()) this.#refuse('messages', POLICY_VIOLATION)
    return false
  }

  #send(frame: string | Buffer): void {
    if (!this.#isOpen() || !this.#hasTaken()) return
    if (typeof frame === 'string') this.#socket.send(frame)
    // Without compression `ws` writes each frame at once, so we may write packed ones in between.
    else this.#connection.write(frame)
  }

  /** Returns true if the client takes what it is sent. Otherwise ends the socket and returns false. */
  #hasTaken(): boolean {
    if (this.#socket.bufferedAmount <= MAX_UNREAD_BYTES) return true
    this.#cut('unread')
    return false
  }

  #refuse(cut: Cut, code: number): void {
    this.#onCut(cut)
    this.close(code, REASONS[cut])
  }

  /** Ends the socket without a close frame, because the client would not read it. */
  #cut(cut: Cut): void {
    if (!this.#isOpen()) return
    this.#onCut(cut)
    this.#conversation.end()
    this.#socket.terminate()
  }

  #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }
}

const REASONS: Record<Cut, string> = {
  unread: 'Too much was left unread.',
  silent: 'Nothing was received for a minute.',
  unreadable: 'The frame is no message of protocol 1.0.0 or 2.0.0, as vsn asked for.',
  messages: 'Too many messages.',
}
