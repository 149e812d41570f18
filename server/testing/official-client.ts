import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { vi } from 'vitest'

/** One subscription, with the arguments of `channel.on('postgres_changes', ...)`. */
export type Wanted = { event?: string; schema?: string; table?: string; filter?: string; select?: string[] }

/** A change in the form that the client gives to the app. */
export type SeenChange = {
  table: string
  eventType: string
  new: Record<string, unknown>
  old: Record<string, unknown>
  commit_timestamp: string
  errors: unknown
}

type RealtimeOptions = NonNullable<NonNullable<Parameters<typeof createClient>[2]>['realtime']>
type ChannelOptions = Parameters<SupabaseClient['channel']>[1]

/** Opens the official client, unchanged except for shorter waiting times. */
export function openOfficialClient(url: string, key: string, realtime: RealtimeOptions = {}) {
  const client = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { reconnectAfterMs: () => 50, ...realtime },
  })
  return {
    client,
    follow: (topic: string, wanted: Wanted[] = [{}], options?: ChannelOptions) =>
      followChannel(client.channel(topic, options), wanted),
    close: () => client.realtime.disconnect(),
  }
}

export type FollowedChannel = ReturnType<typeof followChannel>

/** Subscribes like an app, and keeps what the app would see. By default a subscription is to every change of leads. */
function followChannel(channel: RealtimeChannel, wanted: Wanted[]) {
  const statuses: string[] = []
  const errors: string[] = []
  const seen: SeenChange[] = []
  const system: unknown[] = []
  for (const one of wanted) {
    const binding = { event: '*', schema: 'public', table: 'leads', ...one }
    channel.on('postgres_changes' as 'system', binding, (change) => void seen.push(change))
  }
  channel.on('system', {}, (message) => void system.push(message))
  channel.subscribe((status, error) => {
    statuses.push(status)
    if (error) errors.push(error.message)
  })
  /** Waits until the app has seen the status this many times. */
  const reached = (status: string, times = 1) =>
    vi.waitFor(() => {
      const count = statuses.filter((one) => one === status).length
      if (count < times) throw new Error(`${status} ${count} of ${times} times: ${statuses} ${errors}`)
    })
  /** Waits for this many changes since the last call, and returns them. */
  const next = async (count: number) => {
    await vi.waitFor(() => {
      if (seen.length < count) throw new Error(`${seen.length} of ${count} changes`)
    })
    return seen.splice(0, count)
  }
  return { channel, statuses, errors, seen, system, reached, next }
}
