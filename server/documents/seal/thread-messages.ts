import type { KeyFiles } from '../key/seal-key.ts'
import type { DocumentSource } from '../pdf/source.ts'

/** A document to render and to seal with the key in these files. `at` is ISO 8601. */
export type SealRequest = { id: number; source: DocumentSource; files: KeyFiles; at: string }

export type SealReply = { id: number; bytes: Uint8Array } | { id: number; failure: string }
