import { CircleAlert, CloudUpload, Copy } from 'lucide'
import { type ReactNode, useState } from 'react'
import { orderReference } from '#domain/contract/order-reference.ts'
import { plateOf } from '#domain/lead/plate.ts'
import type { Contract, Sale } from '#domain/sale/sale.ts'
import { useLists } from '../../../../app-context.ts'
import { isAheadOfList, useHindrance } from '../../../../hindrance.ts'
import { isWrite } from '../../../../storage/stored.ts'
import type { PhoneSale } from '../../../../sync/phone-sales.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Plate } from '../../../../ui/plate.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { OpeningDoor } from './opening-door.tsx'
import { receivedText, unsentText } from './order-words.ts'

type OrderPanelProps = {
  sale: Sale & { contract: Contract }
  phoneSale: PhoneSale | undefined
  onRetry: () => void
  /** Shows the sale in the tracker, where it can be corrected. */
  onShow: () => void
}

/** The order in one panel. It says 'Order submitted' only if the server's receipt has proved it (docs/product 7.9). */
export function OrderPanel({ sale, phoneSale, onRetry, onShow }: OrderPanelProps) {
  const receipt = phoneSale?.receipt
  const refused = phoneSale?.parked.find(isWrite)
  const hindrance = useHindrance()
  const isHeld = isAheadOfList(useLists(), phoneSale) && hindrance === 'paused'
  // After a reload the door is already open.
  const [hasWaited] = useState(!receipt)
  const look = receipt ? 'bg-accent' : refused ? 'bg-danger' : 'bg-wait'
  return (
    <section
      aria-label="Order"
      className={`flex flex-col gap-3 rounded-card border border-transparent p-4 text-on-accent [&_button]:outline-on-accent ${look}`}
    >
      <div className="flex items-start gap-3 tiny:flex-wrap">
        <Plate number={plateOf(sale.customerLocation?.address ?? '')?.number} />
        <div role="status" className="min-w-0 flex-1 tiny:basis-full">
          {receipt ? (
            <State title="Order submitted">{receivedText(receipt, isHeld)}</State>
          ) : refused ? (
            <State title="We couldn’t submit this order">{refused.reason}</State>
          ) : (
            <State title="Signed and saved on this phone, not yet submitted">{unsentText(hindrance)}</State>
          )}
        </div>
        {receipt ? (
          <OpeningDoor swings={hasWaited} />
        ) : (
          <Icon of={refused ? CircleAlert : CloudUpload} className="shrink-0 tiny:hidden" />
        )}
      </div>
      {!receipt && refused && (
        <div className="flex flex-wrap gap-2 *:grow">
          <Button look="secondary" onClick={onShow}>
            Show
          </Button>
          <Button look="secondary" onClick={onRetry}>
            Retry
          </Button>
        </div>
      )}
      <Reference>{orderReference(sale.contract.timestamp)}</Reference>
    </section>
  )
}

const State = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <p className="text-lg leading-6 font-semibold wrap-anywhere">{title}</p>
    <p className="text-sm text-balance wrap-anywhere">{children}</p>
  </>
)

/** The order reference, which the customer quotes to the office. */
function Reference({ children: reference }: { children: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(reference)
      toast(`Copied: ${reference}`)
    } catch {
      toast(`Couldn’t copy: The order reference is ${reference}`, 'bad')
    }
  }
  return (
    <div className="flex flex-wrap items-end justify-between gap-2">
      <div className="min-w-0">
        <h2 className="text-sm">Order reference</h2>
        <p className="numeral text-[clamp(1.75rem,9vw,2.5rem)] leading-11 tiny:text-2xl wrap-anywhere lg:text-5xl lg:leading-13">
          {reference}
        </p>
      </div>
      <Button look="secondary" onClick={() => void copy()} aria-label="Copy order reference">
        <Icon of={Copy} size={18} />
        Copy
      </Button>
    </div>
  )
}
