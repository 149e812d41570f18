import { lazy, Suspense } from 'react'
import { orderReference } from '#domain/contract/order-reference.ts'
import { clockInWords } from '#domain/cooling-off/cooling-off.ts'
import type { SigningRecord } from '#domain/evidence/evidence.ts'
import type { Contract } from '#domain/sale/sale.ts'
import { hashInAddress } from '#protocol/evidence.ts'
import { Button, buttonLook } from '../../../../ui/button.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { copyAsHtml } from './customers-copy-file.ts'

const Code = lazy(() =>
  import('../../../../ui/copy-code.tsx').then(({ CopyCode }) => ({ default: CopyCode })),
)

type CustomersCopyProps = { signing: SigningRecord; contract: Contract }

/** What the customer takes along: the code of the copy, also without a connection (docs/product 13.5). */
export function CustomersCopy({ signing, contract }: CustomersCopyProps) {
  const address = addressOf(signing)
  const { timestamp } = contract
  const [clock] = clockInWords({ signedAt: timestamp, informedAt: timestamp }, timestamp)
  const file = new File(
    [copyAsHtml(signing.agreement, { address, reference: orderReference(contract.timestamp) })],
    `${orderReference(contract.timestamp)}.html`,
    { type: 'text/html' },
  )
  return (
    <section aria-labelledby="customers-copy" className="card flex flex-col gap-3 p-4">
      <h2 id="customers-copy" className="font-semibold">
        The customer's copy
      </h2>
      <div className="flex flex-wrap items-center gap-4">
        <div className="size-44 shrink-0 rounded-lg bg-white">
          <Suspense>
            <Code address={address} />
          </Suspense>
        </div>
        <p className="min-w-40 flex-1">
          The customer can scan this with a camera. It opens once this phone has been online.
        </p>
      </div>
      <p>{stateOf(signing)}</p>
      <p className="font-semibold">{clock}</p>
      <div className="flex flex-wrap gap-2">
        <a href={address} target="_blank" rel="noopener" className={buttonLook('secondary')}>
          Open the customer's copy
        </a>
        {navigator.canShare?.({ files: [file] }) && (
          <Button look="secondary" onClick={() => void share(file)}>
            Share
          </Button>
        )}
      </div>
    </section>
  )
}

const addressOf = ({ agreement, evidence, token }: SigningRecord) =>
  `${agreement.copy_url}#${token}.${hashInAddress(evidence.agreement_sha256)}`

/** No mail carries the copy yet, so paper is what counts. */
const stateOf = ({ agreement }: SigningRecord) =>
  agreement.choices.copy === 'paper'
    ? 'The customer chose paper. Give them the paper copy.'
    : 'No mail service is set up. Give the customer the paper copy.'

async function share(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return
    toast('Couldn’t share: Try again, or give the customer the paper copy', 'bad')
  }
}
