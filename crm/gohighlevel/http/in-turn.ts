/** Runs a task after all earlier tasks with the same key. */
export type InTurn = <Value>(key: string, task: () => Promise<Value>) => Promise<Value>

/** Returns a function that queues tasks by key, within this process. */
export function createInTurn(): InTurn {
  const tails = new Map<string, Promise<unknown>>()
  return async (key, task) => {
    const before = tails.get(key)
    const mine = (async () => {
      await before?.catch(() => undefined)
      return task()
    })()
    tails.set(key, mine)
    try {
      return await mine
    } finally {
      if (tails.get(key) === mine) tails.delete(key)
    }
  }
}
