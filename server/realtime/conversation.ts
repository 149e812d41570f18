import { type Decision, type Refusal, refuse } from '#domain/kernel/refusal.ts'
import { PROBLEMS } from '#protocol/problems.ts'
import type { StreamScope } from '../changes/events.ts'
import { type Audiences, bindingId } from './audiences.ts'
import { type Message, readFrame, type Version, writeFrame } from './frames.ts'
import { isTokenGood, type Join, readJoin, refuseAsTooMany, refuseToken } from './join.ts'
import { MAX_BINDING_BYTES, MAX_BINDINGS, MAX_CHANNELS } from './limits.ts'

export type ConversationOptions = {
  version: Version
  /** The changes that the client wants and may see. */
  scope: StreamScope
  audiences: Audiences
  isKey(token: unknown): boolean
  /** Sends a frame: a text, or an already packed one. */
  send(frame: string | Buffer): void
}

type Channel = { joinRef: string | null; join: Join; unsubscribe(): void }

const NO_BROADCAST = PROBLEMS['no-broadcast'].sentence
const NO_PRESENCE = 'Presence is not supported.'

/**
 * The conversation with one client, without I/O. It follows the Phoenix protocol as the official client uses it
 * (docs/product 7.12).
 */
export class Conversation {
  readonly #options: ConversationOptions
  readonly #channels = new Map<string, Channel>()

  constructor(options: ConversationOptions) {
    this.#options = options
  }

  /** Answers a frame. Returns false if the frame cannot be read. */
  receive(frame: Buffer, isBinary: boolean): boolean {
    const message = readFrame(this.#options.version, frame, isBinary)
    if (!message) return false
    const { topic, event } = message
    if (topic === 'phoenix' && event === 'heartbeat') this.#reply(message, 'ok')
    else if (event === 'phx_join') this.#join(message)
    else if (event === 'phx_leave') this.#leave(message)
    else this.#handle(message)
    return true
  }

  /** Leaves every channel. */
  end(): void {
    for (const topic of [...this.#channels.keys()]) this.#drop(topic)
  }

  #join(message: Message): void {
    const { topic, ref } = message
    const joinRef = message.joinRef ?? ref
    const earlier = this.#drop(topic)
    if (earlier) this.#push({ ...message, joinRef: earlier.joinRef, ref: earlier.joinRef }, 'phx_close', {})
    const join = this.#readJoin(message)
    if (join.ok) this.#subscribe(message, joinRef, join.value)
    else this.#reply(message, 'error', { reason: reasonOf(join.failure) })
  }

  #readJoin({ topic, payload }: Message): Decision<Join> {
    if (this.#channels.size >= MAX_CHANNELS)
      return refuse('ChannelRateLimitReached', `One socket has at most ${MAX_CHANNELS} channels.`)
    const join = readJoin(topic, payload, this.#options.isKey)
    return join.ok && !this.#hasRoom(join.value) ? refuseAsTooMany() : join
  }

  #subscribe(message: Message, joinRef: string | null, join: Join): void {
    const { audiences, version, scope, send } = this.#options
    const { topic } = message
    const { bindings } = join
    const unsubscribe =
      bindings.length === 0 ? () => {} : audiences.join({ topic, version, scope, bindings }, send)
    this.#channels.set(topic, { joinRef, join, unsubscribe })
    this.#reply(message, 'ok', {
      postgres_changes: bindings.map(({ entry }, index) => ({ id: bindingId(index), ...entry })),
    })
    if (bindings.length > 0) this.#report(topic, 'postgres_changes', 'ok', 'Subscribed to PostgreSQL')
  }

  #hasRoom({ bindings, bytes }: Join): boolean {
    const others = [...this.#channels.values()].map(({ join }) => join)
    const allBindings = others.reduce((sum, join) => sum + join.bindings.length, bindings.length)
    const allBytes = others.reduce((sum, join) => sum + join.bytes, bytes)
    return allBindings <= MAX_BINDINGS && allBytes <= MAX_BINDING_BYTES
  }

  /**
   * Leaves a channel. Also answers for one that was already left, because the client may repeat a leave that timed out.
   */
  #leave(message: Message): void {
    const channel = this.#find(message)
    this.#reply(message, 'ok')
    if (!channel) return
    this.#drop(message.topic)
    this.#push({ ...message, joinRef: channel.joinRef, ref: channel.joinRef }, 'phx_close', {})
  }

  /** Handles a message within a channel. */
  #handle(message: Message): void {
    const { topic, event, payload } = message
    const channel = this.#find(message)
    const refuseWith = (reason: string) => this.#reply(message, 'error', { reason })
    if (!channel) refuseWith('unmatched topic')
    else if (event === 'access_token') this.#checkToken(topic, payload)
    else if (event === 'presence') refuseWith(NO_PRESENCE)
    else if (event !== 'broadcast') refuseWith('unknown event')
    else if (channel.join.awaitsAnswers) refuseWith(NO_BROADCAST)
    // This client awaits no answer and takes its broadcast for sent, so the channel must report that it was not.
    else this.#break(topic, NO_BROADCAST)
  }

  #checkToken(topic: string, payload: unknown): void {
    const { access_token } = (payload ?? {}) as { access_token?: unknown }
    if (isTokenGood(access_token, this.#options.isKey)) return
    this.#break(topic, reasonOf(refuseToken().failure))
  }

  /** Ends a channel with an error that the client shows. The client joins again by itself. */
  #break(topic: string, reason: string): void {
    this.#drop(topic)
    this.#report(topic, 'system', 'error', reason)
    this.#push({ joinRef: null, ref: null, topic }, 'phx_error', reason)
  }

  #report(topic: string, extension: string, status: 'ok' | 'error', message: string): void {
    const channel = topic.replace(/^realtime:/, '')
    this.#push({ joinRef: null, ref: null, topic }, 'system', { extension, status, message, channel })
  }

  #reply(message: Message, status: 'ok' | 'error', response: object = {}): void {
    this.#push(message, 'phx_reply', { status, response })
  }

  #push(place: Pick<Message, 'joinRef' | 'ref' | 'topic'>, event: string, payload: unknown): void {
    const { version, send } = this.#options
    send(writeFrame(version, { ...place, event }, JSON.stringify(payload)))
  }

  /** Returns the channel of a message, unless the message belongs to an earlier join of that channel. */
  #find({ topic, joinRef }: Message): Channel | undefined {
    const channel = this.#channels.get(topic)
    return joinRef === null || joinRef === channel?.joinRef ? channel : undefined
  }

  #drop(topic: string): Channel | undefined {
    const channel = this.#channels.get(topic)
    channel?.unsubscribe()
    this.#channels.delete(topic)
    return channel
  }
}

/** Returns a reason in the format of the original. */
const reasonOf = ({ rule, sentence }: Refusal) => `${rule}: ${sentence}`
