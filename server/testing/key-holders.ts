import type { Db } from '../db/schema.ts'
import { type Callers, createCallers } from '../identity/callers.ts'

const NO_HINTS = { start() {}, stop: async () => {} }

/** Admits every call with the key, as a Doorstep where no one signs in. */
export const keyHolders = (publicKey: string): Callers =>
  createCallers({
    config: { authMode: 'anonymous', publicKey, publicUrl: undefined },
    // No one signs in, so no one is looked up.
    db: {} as Db,
    hints: NO_HINTS,
    operatorKey: undefined,
  })
