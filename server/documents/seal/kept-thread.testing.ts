import { createSealThread, type SealThread } from './seal-thread.ts'

/**
 * The thread of every server that a test starts in this process. No server stops it, because loading its code takes
 * four times as long as sealing a document.
 */
export const keptSealThread: SealThread = { ...createSealThread(), stop: async () => {} }
