import { type DeviceDatabase, STRICT, type WaitingCall } from './device.ts'

/** Everything that waits, the oldest call of each sale first. */
export const waitingCalls = (device: DeviceDatabase): Promise<WaitingCall[]> => device.getAll('outbox')

/** Takes a call off the list once the server has acknowledged it. */
export const removeCall = (device: DeviceDatabase, { sessionId, sequence }: WaitingCall) =>
  device.delete('outbox', [sessionId, sequence])

/** Keeps a call that the server refused, with the reason, for a person to look at. */
export async function parkCall(device: DeviceDatabase, call: WaitingCall, reason: string): Promise<void> {
  const transaction = device.transaction('outbox', 'readwrite', STRICT)
  await Promise.all([transaction.store.put({ ...call, parkedBecause: reason }), transaction.done])
}

/** Lets the parked calls of a sale try again. */
export async function unparkCalls(device: DeviceDatabase, sessionId: string): Promise<void> {
  const transaction = device.transaction('outbox', 'readwrite', STRICT)
  const range = IDBKeyRange.bound([sessionId], [sessionId, []])
  for await (const cursor of transaction.store.iterate(range)) {
    const { parkedBecause: _forgotten, ...call } = cursor.value
    await cursor.update(call)
  }
  await transaction.done
}
