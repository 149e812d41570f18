import { expect, test } from 'vitest'
import { processMetrics } from './process-metrics.ts'

test.each([
  'process_resident_memory_bytes',
  'process_start_time_seconds',
  'nodejs_eventloop_lag_p99_seconds',
  'nodejs_gc_duration_seconds',
  'nodejs_heap_size_used_bytes',
])('The metrics of the process include %s', async (name) => {
  expect(await processMetrics().metrics()).toContain(`# TYPE ${name} `)
})

test.runIf(process.platform === 'linux')(
  'The metrics of the process include the open file descriptors',
  async () => {
    expect(await processMetrics().metrics()).toMatch(/\nprocess_open_fds \d+/)
  },
)
