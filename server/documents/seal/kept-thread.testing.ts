import { createSealThread, type SealThread } from './seal-thread.ts'

/**
 * The thread of every server that a test starts in this process. To load its code takes four times as long as to seal a
 * document, so no server stops it.
 */
export const keptSealThread: SealThread = { ...createSealThread(), stop: async () => {} }
