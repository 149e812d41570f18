import { useState } from 'react'
import { isSigned, type Signature } from '#domain/contract/signature.ts'
import type { LeadStatus } from '#domain/lead/lead.ts'
import { customerName } from '#domain/sale/sale.ts'
import { useApp, useSale } from '../../../../app-context.ts'
import { reportTrouble } from '../../../../storage/report-trouble.ts'
import { Button } from '../../../../ui/button.tsx'
import { signatureToImages } from '../../../../ui/ink.ts'
import { toast } from '../../../../ui/toast-store.ts'
import { StepLayout } from '../../step-layout.tsx'
import { useCommands } from '../../use-commands.ts'
import { StepHeading } from '../../wizard-frame.tsx'
import { Agreement } from './agreement.tsx'
import { SignatureBox } from './signature-box.tsx'

/** Step 4: the customer reads and signs. */
export function ContractStep() {
  const sale = useSale()
  const { lists } = useApp()
  const command = useCommands()
  const [submitting, setSubmitting] = useState(false)

  async function submit() {
    const images = imagesOf(sale.signature ?? undefined)
    if (!images) {
      toast('Order not submitted: This phone couldn’t draw the signature. Try again', 'bad')
      return
    }
    setSubmitting(true)
    const at = new Date().toISOString()
    await command(
      { type: 'submit-order', image: images.png, at, leadStatus: currentLeadStatus() },
      images.jpeg,
    )
    setSubmitting(false)
  }

  /** Returns undefined while offline: a sale that was signed offline must be accepted whatever the lead's status is. */
  function currentLeadStatus(): LeadStatus | undefined {
    if (lists.connection !== 'open' || !sale.lead) return undefined
    // If the CRM has already won this sale, its lead is won too, but the signature is still needed.
    if (lists.shown.opportunities.findOf(sale.sessionId)?.status === 'closed-won') return undefined
    return lists.shown.leads.find(sale.lead.id)?.status
  }

  return (
    <StepLayout
      summary={
        <SignatureBox
          signature={sale.signature}
          customerName={customerName(sale.customer)}
          onSign={(signature) => void command({ type: 'sign', signature })}
        />
      }
      actions={
        <>
          <Button look="secondary" onClick={() => void command({ type: 'back' })}>
            Back
          </Button>
          <Button onClick={() => void submit()} disabled={submitting}>
            Submit Order
          </Button>
        </>
      }
    >
      <StepHeading step={4} />
      <Agreement sale={sale} />
    </StepLayout>
  )
}

/** Returns empty images if there is no signature (the sale refuses them), undefined if the phone cannot draw it. */
function imagesOf(signature: Signature | undefined): { png: string; jpeg: string } | undefined {
  if (!isSigned(signature)) return { png: '', jpeg: '' }
  try {
    return signatureToImages(signature)
  } catch (error) {
    reportTrouble(error)
    return undefined
  }
}
