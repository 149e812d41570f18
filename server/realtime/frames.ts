import { z } from 'zod'
import { MAX_TOPIC_LENGTH } from './limits.ts'

/** The two formats that the official client can ask for: objects, or arrays with binary broadcasts. */
export const VERSIONS = ['1.0.0', '2.0.0'] as const
export type Version = (typeof VERSIONS)[number]

/**
 * A message of the Phoenix protocol. A reply repeats `ref` and `joinRef` of the message that it answers. In messages
 * that the server sends on its own they are null, because otherwise the client would assign them to an earlier join.
 */
export type Message = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

const name = z.string().max(MAX_TOPIC_LENGTH)
const reference = name.nullish().transform((ref) => ref ?? null)

const READERS: Record<Version, z.ZodType<Message>> = {
  '1.0.0': z
    .object({
      topic: name,
      event: name,
      payload: z.unknown().optional(),
      ref: reference,
      join_ref: reference,
    })
    .transform(({ topic, event, payload, ref, join_ref }) => ({
      joinRef: join_ref,
      ref,
      topic,
      event,
      payload,
    })),
  '2.0.0': z
    .tuple([reference, reference, name, name, z.unknown()])
    .transform(([joinRef, ref, topic, event, payload]) => ({ joinRef, ref, topic, event, payload })),
}

/** Returns the message in a client's frame, or undefined if it cannot be read. */
export function readFrame(version: Version, frame: Buffer, isBinary: boolean): Message | undefined {
  if (isBinary) return version === '2.0.0' ? readBroadcast(frame) : undefined
  try {
    return READERS[version].safeParse(JSON.parse(frame.toString())).data
  } catch {
    return undefined
  }
}

const BROADCAST = 3
const HEADER_BYTES = 7

/**
 * Reads a packed broadcast: kind, five lengths, encoding, then join ref, ref, topic, event, meta and payload. Reads
 * only the refs and the topic, because no broadcast is passed on.
 */
function readBroadcast(frame: Buffer): Message | undefined {
  const [kind, joinRefBytes = 0, refBytes = 0, topicBytes = 0] = frame
  const texts = frame.subarray(HEADER_BYTES)
  if (kind !== BROADCAST || texts.length < joinRefBytes + refBytes + topicBytes) return undefined
  const joinRef = texts.toString('utf8', 0, joinRefBytes)
  const ref = texts.toString('utf8', joinRefBytes, joinRefBytes + refBytes)
  const topic = texts.toString('utf8', joinRefBytes + refBytes, joinRefBytes + refBytes + topicBytes)
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: {} }
}

/** Returns a message as a frame. `payload` must already be JSON. */
export function writeFrame(
  version: Version,
  { joinRef, ref, topic, event }: Omit<Message, 'payload'>,
  payload: string,
): string {
  const [join, own, place, name] = [joinRef, ref, topic, event].map((text) => JSON.stringify(text))
  return version === '2.0.0'
    ? `[${join},${own},${place},${name},${payload}]`
    : `{"topic":${place},"event":${name},"payload":${payload},"ref":${own},"join_ref":${join}}`
}

const LAST_TEXT = 0x81
const TWO_BYTES = 126
const EIGHT_BYTES = 127

/** Returns the bytes of a text's WebSocket frame (RFC 6455, 5.2), which are the same for every socket. */
export function packFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const { length } = payload
  if (length < TWO_BYTES) return Buffer.concat([Buffer.from([LAST_TEXT, length]), payload])
  const isLong = length > 0xffff
  const head = Buffer.alloc(isLong ? 10 : 4)
  head.set([LAST_TEXT, isLong ? EIGHT_BYTES : TWO_BYTES])
  if (isLong) head.writeBigUInt64BE(BigInt(length), 2)
  else head.writeUInt16BE(length, 2)
  return Buffer.concat([head, payload])
}
