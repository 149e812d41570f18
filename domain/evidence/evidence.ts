import type { Agreement } from '../agreement/agreement.ts'
import type { Choices } from '../agreement/choices.ts'
import type { VoucherVerdict } from '../premises/verdict.ts'

/** A point of a stroke in the box of 320 by 160, with the hundredths of a second since the signature's first point. */
export type EvidencePoint = readonly [x: number, y: number, time: number]

/** What the phone recorded of the signing, as plain JSON. Moments are by the phone's clock, as UTC ISO 8601. */
export type Evidence = {
  session_id: string
  /** SHA-256 of the agreement's canonical JSON, as hex. */
  agreement_sha256: string
  /** When the agreement in this wording was first on the screen, and when its end was. */
  shown_at: string | null
  end_reached_at: string | null
  signed_at: string
  clock: {
    /** The zone that the phone is set to, such as `Europe/London`, and its minutes ahead of UTC. */
    zone: string
    utc_offset_minutes: number
    /**
     * How many milliseconds the server's clock was ahead when the two were last in contact; null if they never were.
     */
    server_ahead_ms: number | null
  }
  signature: {
    kind: 'drawn' | 'typed'
    /** SHA-256 of the image's bytes, as hex. */
    image_sha256: string
    /**
     * Empty if the name was typed. Points have no pressure, and times are in hundredths: too coarse to recognise
     * someone's handwriting.
     */
    strokes: readonly (readonly EvidencePoint[])[]
  }
  choices: Choices
  /** What premises data said about the address, as the agent saw it; absent if it was not asked. */
  voucher_verdict?: VoucherVerdict
  /** The release of the app. */
  app: string
}

/** Everything about a signing that the phone keeps and sends to the server. */
export type SigningRecord = {
  /** 16 random bytes in base64url, which open the customer's copy. The server keeps only their hash. */
  token: string
  agreement: Agreement
  evidence: Evidence
}
