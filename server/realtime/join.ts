import { z } from 'zod'
import { accept, type Decision, refuse } from '#domain/kernel/refusal.ts'
import { type Binding, type Entry, readBinding } from './binding.ts'
import { MAX_BINDINGS } from './limits.ts'

/** The request of a client that joins a channel. */
export type Join = {
  bindings: Binding[]
  /** The size of its subscriptions as they arrived. */
  bytes: number
  /** True if the client waits for an answer to each broadcast. */
  awaitsAnswers: boolean
}

const text = z.string().nullish()
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]).nullish()
const entry: z.ZodType<Entry> = z.object({
  event: text,
  schema: text,
  table: text,
  filter: text,
  select: z.unknown().optional(),
})

const JOIN = z.object({
  config: z
    .object({
      postgres_changes: z.array(entry.nullable()).nullish(),
      presence: z.object({ enabled: flag }).nullish(),
      broadcast: z.object({ ack: flag, replay: z.unknown().optional() }).nullish(),
    })
    .nullish(),
  access_token: text,
})

const PREFIX = /^realtime:./s

/**
 * Reads a join, or refuses it with a sentence that the client shows. The access token may be missing, because the
 * socket was opened with the key. If there is one, `isKey` checks it.
 */
export function readJoin(
  topic: string,
  payload: unknown,
  isKey: (token: unknown) => boolean,
): Decision<Join> {
  if (!PREFIX.test(topic)) return refuse('TopicNameRequired', 'Give the channel a name.')
  const join = JOIN.safeParse(payload).data
  if (!join) return refuse('InvalidJoinPayload', 'The config of the channel has the wrong shape.')
  if (!isTokenGood(join.access_token, isKey)) return refuseToken()
  const { presence, broadcast, postgres_changes } = join.config ?? {}
  if (presence?.enabled)
    return refuse('PresenceNotOffered', 'Presence is not supported. Remove its listeners from this channel.')
  if (broadcast?.replay != null)
    return refuse('UnableToReplayMessages', 'Broadcast is not supported, so there is nothing to replay.')
  const entries = (postgres_changes ?? []).filter((one) => one !== null)
  const bindings = readBindings(entries)
  if (!bindings.ok) return bindings
  const bytes = Buffer.byteLength(JSON.stringify(entries))
  return accept({ bindings: bindings.value, bytes, awaitsAnswers: broadcast?.ack ?? false })
}

/** Returns true if a token is valid. Some versions of the client send the key itself as the token, others nothing. */
export const isTokenGood = (token: unknown, isKey: (token: unknown) => boolean) =>
  token === undefined || token === null || token === '' || isKey(token)

export const refuseToken = () =>
  refuse('Unauthorized', 'The access token is not the key with which this socket was opened.')

function readBindings(entries: Entry[]): Decision<Binding[]> {
  if (entries.length > MAX_BINDINGS) return refuseAsTooMany()
  const bindings: Binding[] = []
  for (const entry of entries) {
    const binding = readBinding(entry)
    if (!binding.ok) return binding
    bindings.push(binding.value)
  }
  return accept(bindings)
}

export const refuseAsTooMany = () =>
  refuse(
    'ChannelRateLimitReached',
    `The channels of one socket follow changes with at most ${MAX_BINDINGS} subscriptions, of 32 KiB together.`,
  )
