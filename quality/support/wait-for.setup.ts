import { vi } from 'vitest'
import { WAIT_TIMEOUT_MS } from './timeouts.ts'

/**
 * Tests wait for minutes, so that a busy machine makes them slow but does not fail them; by default `vi.waitFor` gives
 * up after a second.
 */
const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, { interval: 20, ...(typeof options === 'object' && options), timeout: WAIT_TIMEOUT_MS })
