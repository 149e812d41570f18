import type { Db } from '../db/schema.ts'
import { type Callers, createCallers } from '../identity/callers.ts'

const NO_HINTS = { start() {}, stop: async () => {} }

/** Admits every call with the key, like a Doorstep where no one signs in. */
export const keyHolders = (publicKey: string): Callers =>
  createCallers({
    config: { authMode: 'anonymous', publicKey, publicUrl: undefined },
    // Never used, because no one signs in.
    db: {} as Db,
    hints: NO_HINTS,
    operatorKey: undefined,
  })
