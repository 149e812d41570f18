import { useId } from 'react'
import { orderReference } from '#domain/contract/order-reference.ts'
import { contractClock } from '#domain/cooling-off/contract-clock.ts'
import { clockInWords } from '#domain/cooling-off/cooling-off.ts'
import { paperGivenInWords } from '#domain/copy/copy-in-words.ts'
import type { SigningRecord } from '#domain/evidence/evidence.ts'
import type { Contract, CopyWay, Sale } from '#domain/sale/sale.ts'
import { hashInAddress } from '#protocol/evidence.ts'
import { useHindrance } from '../hindrance.ts'
import type { PhoneSale } from '../sync/phone-sales.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { CopyCode } from '../ui/copy-code.tsx'
import { formatLondonTime } from '../ui/london-time.ts'
import { toast } from '../ui/toast-store.ts'
import { copyAsHtml } from './customers-copy-file.ts'
import { PaperCopy } from './paper-copy.tsx'
import { useCopyRequest } from './use-copy-request.ts'

type CustomersCopyProps = {
  sale: Sale & { signing: SigningRecord; contract: Contract }
  /** How far the sale has been sent. */
  phoneSale: PhoneSale | undefined
  /** Records that the customer got the copy in one `way`. Resolves to whether that was recorded. */
  onGive: (way: CopyWay, number?: string) => Promise<boolean>
}

/** Shows the code of the copy for the customer to take along, even without a connection (docs/product 13.5). */
export function CustomersCopy({ sale, phoneSale, onGive }: CustomersCopyProps) {
  const { signing, contract, copiesGiven: given, paperNumber } = sale
  const headingId = useId()
  const hasArrived = phoneSale?.receipt !== undefined && phoneSale.records === 0
  const { request, hasEnded } = useCopyRequest(
    signing.evidence.session_id,
    signing.agreement.choices.copy,
    hasArrived,
  )
  const missing = useHindrance() === 'not-enrolled' ? 'enrolled' : 'online'
  const address = addressOf(signing)
  const [clock] = clockInWords(clockOf(signing, given?.paper), new Date().toISOString())
  const file = fileOf(signing, { address, reference: orderReference(contract.timestamp) })
  return (
    <section aria-labelledby={headingId} className="card flex flex-col gap-3 p-4">
      <h2 id={headingId} className="font-semibold">
        The customer's copy
      </h2>
      <div className="flex flex-wrap items-center gap-4">
        <div className="aspect-square w-44 max-w-full rounded-lg bg-white">
          <CopyCode address={address} />
        </div>
        <p className="min-w-[min(8rem,100%)] flex-1">
          {hasEnded ? (
            <strong className="font-semibold">This code has ended. Ask your office for a new one.</strong>
          ) : (
            `The customer can scan this with a camera. ${hasArrived ? 'It opens their copy.' : `It opens once this phone has been ${missing}.`}`
          )}
        </p>
      </div>
      <div role="status" className="wrap-anywhere">
        <p>{given?.paper ? `${paperGivenInWords(formatLondonTime(given.paper), paperNumber)}.` : request}</p>
        {given?.shared && <p>Shared from this phone, {formatLondonTime(given.shared)}.</p>}
      </div>
      <p className="font-semibold">{clock}</p>
      <div className="flex flex-wrap gap-2">
        <a href={address} target="_blank" rel="noopener" className={buttonLook('secondary')}>
          Open the customer's copy
        </a>
        {navigator.canShare?.({ files: [file] }) && (
          <Button
            look="secondary"
            onClick={() => void share(file).then((isShared) => isShared && onGive('shared'))}
          >
            Share
          </Button>
        )}
      </div>
      {!given?.paper && <PaperCopy onGive={(number) => onGive('paper', number)} />}
    </section>
  )
}

/** Returns the cancellation clock for a copy given with the signature or, later, on paper. */
function clockOf({ evidence }: SigningRecord, paperGivenAt: string | undefined) {
  const { signedAt, informedAt } = contractClock({
    signedAt: evidence.signed_at,
    serverAheadMs: evidence.clock.server_ahead_ms,
    events: paperGivenAt ? [{ type: 'paper-given', at: paperGivenAt }] : [],
  })
  return { signedAt, informedAt: informedAt ?? signedAt }
}

const addressOf = ({ agreement, evidence, token }: SigningRecord) =>
  `${agreement.copy_url}#${token}.${hashInAddress(evidence.agreement_sha256)}`

const fileOf = ({ agreement }: SigningRecord, given: { address: string; reference: string }) =>
  new File([copyAsHtml(agreement, given)], `${given.reference}.html`, { type: 'text/html' })

/** Shares a file. Resolves to whether that succeeded. */
async function share(file: File): Promise<boolean> {
  try {
    await navigator.share({ files: [file] })
    return true
  } catch (error) {
    const isCancelled = error instanceof Error && error.name === 'AbortError'
    if (!isCancelled) toast('Couldn’t share: Try again, or give the customer the paper copy', 'bad')
    return false
  }
}
