/** Reads, and calls `begins` just before it looks at the data. */
export type Read<Value> = (begins: () => void) => Promise<Value>

/**
 * Runs a read for all calls with the same key. The key must name everything that the answer depends on, including the
 * caller's credentials.
 */
export type ShareRead<Value> = (key: string, read: Read<Value>) => Promise<Value>

/**
 * Lets identical reads share one answer (docs/product 7.15). A call joins a read that has not begun. A later call waits
 * for the next read, which begins once the previous one has ended. So no answer is older than its call.
 */
export function createSharedReads<Value>(): ShareRead<Value> {
  const waiting = new Map<string, Promise<Value>>()
  const running = new Map<string, Promise<void>>()

  return (key, read) => {
    const joined = waiting.get(key)
    if (joined) return joined
    const shared = runNext(key, read)
    waiting.set(key, shared)
    return shared
  }

  async function runNext(key: string, read: Read<Value>): Promise<Value> {
    await running.get(key)
    // Calls that arrive in the same turn of the event loop join too.
    await new Promise(setImmediate)
    const ended = Promise.withResolvers<void>()
    running.set(key, ended.promise)
    const begins = once(() => waiting.delete(key))
    try {
      return await read(begins)
    } finally {
      begins()
      if (running.get(key) === ended.promise) running.delete(key)
      ended.resolve()
    }
  }
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}
