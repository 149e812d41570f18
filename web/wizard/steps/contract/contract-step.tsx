import { useState } from 'react'
import { isSigned } from '#domain/contract/signature.ts'
import { customerName } from '#domain/sale/sale.ts'
import { useSale } from '../../../app-context.ts'
import { Button } from '../../../ui/button.tsx'
import { signatureToImages } from '../../../ui/ink.ts'
import { StepLayout } from '../../step-layout.tsx'
import { useCommands } from '../../use-commands.ts'
import { StepHeading } from '../../wizard-frame.tsx'
import { Agreement } from './agreement.tsx'
import { SignatureBox } from './signature-box.tsx'

/** Step 4: the customer reads and signs. */
export function ContractStep() {
  const sale = useSale()
  const command = useCommands()
  const [submitting, setSubmitting] = useState(false)

  async function submit() {
    setSubmitting(true)
    const signature = sale.signature ?? undefined
    const { png, jpeg } = isSigned(signature) ? signatureToImages(signature) : { png: '', jpeg: '' }
    await command({ type: 'submit-order', image: png, at: new Date().toISOString() }, jpeg)
    setSubmitting(false)
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
