import { PenLine } from 'lucide'
import { useState } from 'react'
import { isSigned } from '#domain/contract/signature.ts'
import { customerName, type Sale } from '#domain/sale/sale.ts'
import { useSale } from '../../../../app-context.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { mediaHook, useBeside } from '../../../../ui/media-hooks.ts'
import { nextPaint } from '../../../../ui/next-paint.ts'
import { toast } from '../../../../ui/toast-store.ts'
import { handover } from '../../handover.ts'
import { LeaveSale } from '../../leave-sale.tsx'
import { StepLayout } from '../../step-layout.tsx'
import { useCommands } from '../../use-commands.ts'
import { VoucherNote } from '../../voucher-note.tsx'
import { StepHeading } from '../../wizard-frame.tsx'
import { Agreement } from './agreement.tsx'
import { Choices } from './choices.tsx'
import { ContractDocuments } from './contract-documents.tsx'
import { shownAgreement } from './shown-agreement.ts'
import { SignatureBox } from './signature-box.tsx'
import { SoldMeanwhile } from './sold-meanwhile.tsx'
import { useHandover } from './use-handover.ts'
import { useInView } from './use-in-view.ts'
import { useSigning } from './use-signing.ts'
import { useSteadyBox } from './use-steady-box.ts'
import { useSubmit } from './use-submit.ts'

/** On a desktop the choices also fit beside the agreement, so that all of them are above the fold. */
const useDesktop = mediaHook('(min-width: 64rem) and (min-height: 44rem)')

/** Step 4: the customer reads and signs. On a phone the signature follows the agreement, as on paper. */
export function ContractStep() {
  const sale = useSale()
  const signing = useSigning(sale)
  // State rather than a ref, because turning the phone replaces the element.
  const [box, setBox] = useState<HTMLElement | null>(null)
  useSteadyBox(box)
  const isBeside = useBeside()
  const isDesktop = useDesktop()
  const isHandedOver = useHandover()
  const name = customerName(sale.customer)
  const signatureBox = (
    <SignatureBox
      box={setBox}
      signing={signing}
      mustSignAgain={Boolean(sale.mustSignAgain)}
      customerName={name}
    />
  )
  return (
    <StepLayout
      summary={
        isBeside && (
          <>
            {isDesktop && <Choices sale={sale} />}
            {signatureBox}
          </>
        )
      }
      actions={isHandedOver ? <GiveBack box={box} /> : <AgentActions box={box} />}
    >
      {isHandedOver ? <CustomerHeading name={name} /> : <AgentHeading />}
      {!isHandedOver && <SoldMeanwhile />}
      <AgreementParts sale={sale} />
      <VoucherNote verdict={sale.voucherVerdict} />
      {!isDesktop && (
        <div className="card p-4">
          <Choices sale={sale} />
        </div>
      )}
      {!isBeside && signatureBox}
      {!isHandedOver && <LeaveSale />}
    </StepLayout>
  )
}

/** The parts in the order of the agreement: the summary comes before the terms. */
function AgreementParts({ sale }: { sale: Sale }) {
  const shown = shownAgreement(sale)
  const { sections = [] } = shown ?? {}
  const terms = sections.findIndex(({ id }) => id === 'service-agreement')
  const agreement = sections[terms]
  if (!shown || !agreement) return null
  return (
    <div className="card divide-y divide-line">
      <ContractDocuments sections={sections.slice(0, terms)} />
      <Agreement section={agreement} facts={shown} />
      <ContractDocuments sections={sections.slice(terms + 1)} />
    </div>
  )
}

const AgentHeading = () => (
  <div className="contract-head">
    <StepHeading step={4} />
    <Button look="quiet" onClick={() => handover.set(true)}>
      Hand to customer
    </Button>
  </div>
)

const CustomerHeading = ({ name }: { name: string }) => (
  <div className="pt-3">
    <h1 id="step-heading" tabIndex={-1} className="text-xl font-semibold wrap-anywhere">
      For {name}
    </h1>
    <p className="text-lg">Please read to the end, then sign.</p>
  </div>
)

function GiveBack({ box }: { box: HTMLElement | null }) {
  const isDone = isSigned(useSale().signature ?? undefined)
  function giveBack() {
    handover.set(false)
    // Scrolls back to the signature, which the head of the agent's view has pushed down.
    if (isDone) void nextPaint().then(() => box?.scrollIntoView({ block: 'nearest' }))
    else toast('Not signed yet: Ask the customer to sign, or hand over the phone again', 'wait')
  }
  return (
    // Until the customer has signed, signing is the main action.
    <Button look={isDone ? 'primary' : 'secondary'} onClick={giveBack}>
      Done: give the phone back
    </Button>
  )
}

function AgentActions({ box }: { box: HTMLElement | null }) {
  const isDone = isSigned(useSale().signature ?? undefined)
  const command = useCommands()
  const { submit, submitting } = useSubmit()
  const isBeside = useBeside()
  const isBoxInView = useInView(box)

  function goToSignature() {
    box?.scrollIntoView({ block: 'end' })
    box?.focus({ preventScroll: true })
  }

  async function submitOrder() {
    const isSubmitted = await submit()
    if (!isSubmitted && !isDone) goToSignature()
  }

  return (
    <>
      <Button look="secondary" onClick={() => void command({ type: 'back' })}>
        Back
      </Button>
      {!isBeside && (
        // When hidden, it keeps its space, because no button may move under a finger.
        <Button
          look="secondary"
          className={`grow-0 ${isDone || isBoxInView ? 'invisible' : ''}`}
          onClick={goToSignature}
        >
          <Icon of={PenLine} size={18} />
          <span aria-hidden className="tiny:hidden">
            Sign
          </span>
          <span className="sr-only">Go to signature</span>
        </Button>
      )}
      <Button onClick={() => void submitOrder()} disabled={submitting}>
        Submit Order
      </Button>
    </>
  )
}
