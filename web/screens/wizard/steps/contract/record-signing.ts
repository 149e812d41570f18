import type { SigningRecord } from '#domain/evidence/evidence.ts'
import { strokesForEvidence } from '#domain/evidence/strokes.ts'
import { choicesOf, type Sale } from '#domain/sale/sale.ts'
import { agreementHash } from '#protocol/evidence.ts'
import { serverAheadMs } from '../../../../http/server-time.ts'
import { sha256, sha256OfBytes } from '../../../../sync/sha256.ts'
import { randomText } from './random-text.ts'
import { shownAgreement } from './shown-agreement.ts'

/** The signature as a PNG data URL, the moment of the signing (UTC, ISO 8601) and the release of the app. */
type Signed = { image: string; at: string; app: string }

/**
 * Returns what the server needs to seal a sale that is about to be submitted (docs/product 3.12). Undefined if the browser
 * cannot hash (`sha256`), or if nothing is signed.
 */
export async function recordSigning(
  sale: Sale,
  { image, at, app }: Signed,
): Promise<SigningRecord | undefined> {
  const { signature, agreementShownAt, agreementSeenAt, sessionId } = sale
  const agreement = shownAgreement({ ...sale, nonce: sale.nonce ?? randomText() })
  if (!agreement || !signature) return undefined
  const [agreement_sha256, image_sha256] = await Promise.all([
    agreementHash(agreement, sha256),
    sha256OfBytes(bytesOf(image)),
  ])
  if (agreement_sha256 === undefined || image_sha256 === undefined) return undefined
  const { kind } = signature
  return {
    token: randomText(),
    agreement,
    evidence: {
      session_id: sessionId,
      agreement_sha256,
      shown_at: agreementShownAt ?? null,
      end_reached_at: agreementSeenAt ?? null,
      signed_at: at,
      clock: {
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        utc_offset_minutes: -new Date(at).getTimezoneOffset(),
        server_ahead_ms: serverAheadMs(),
      },
      signature: {
        kind,
        image_sha256,
        strokes: kind === 'drawn' ? strokesForEvidence(signature.strokes) : [],
      },
      choices: choicesOf(sale),
      ...(sale.voucherVerdict && { voucher_verdict: sale.voucherVerdict }),
      app,
    },
  }
}

/** Returns the bytes of a base64 data URL. */
const bytesOf = (image: string) =>
  Uint8Array.from(atob(image.slice(image.indexOf(',') + 1)), (sign) => sign.charCodeAt(0))
