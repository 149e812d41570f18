import { collectDefaultMetrics, Registry } from 'prom-client'
import { onFirstUse } from '#domain/kernel/on-first-use.ts'

/**
 * The metrics of the Node process under their usual names: CPU, memory, event-loop lag, garbage collection, heap and
 * file descriptors. One registry per process, however many servers it runs, because each would add another observer.
 */
export const processMetrics = onFirstUse(() => {
  const register = new Registry()
  collectDefaultMetrics({ register })
  return register
})
