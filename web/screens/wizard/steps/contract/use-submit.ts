import { useState } from 'react'
import { isSigned, type Signature } from '#domain/contract/signature.ts'
import type { SigningRecord } from '#domain/evidence/evidence.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { useApp, useSale } from '../../../../app-context.ts'
import { reportTrouble } from '../../../../storage/report-trouble.ts'
import { signatureToImages } from '../../../../ui/ink.ts'
import { toast } from '../../../../ui/toast-store.ts'
import { useCommands } from '../../use-commands.ts'
import { currentLeadStatus } from './current-lead-status.ts'
import { recordSigning } from './record-signing.ts'

/** Submits the order with the signature as an image. `submit` resolves to whether the phone has saved it. */
export function useSubmit(): { submit: () => Promise<boolean>; submitting: boolean } {
  const sale = useSale()
  const { lists } = useApp()
  const command = useCommands()
  const [submitting, setSubmitting] = useState(false)

  async function submit(): Promise<boolean> {
    const images = imagesOf(sale.signature ?? undefined)
    if (!images) {
      toast('Order not submitted: This phone couldn’t draw the signature. Try again', 'bad')
      return false
    }
    setSubmitting(true)
    const at = new Date().toISOString()
    const leadStatus = currentLeadStatus(lists, sale)
    const signing = await signingOf(sale, images.png, at)
    const isSubmitted = await command(
      { type: 'submit-order', image: images.png, at, leadStatus, signing },
      images.jpeg,
    )
    setSubmitting(false)
    return isSubmitted
  }

  return { submit, submitting }
}

/**
 * Returns the record of the signing, or undefined if making it fails: the order matters more, so it is submitted
 * without a record.
 */
async function signingOf(sale: Sale, image: string, at: string): Promise<SigningRecord | undefined> {
  try {
    return await recordSigning(sale, { image, at, app: new URL(import.meta.url).pathname })
  } catch (error) {
    reportTrouble(error)
    return undefined
  }
}

/**
 * Returns empty images if there is no signature; the sale then refuses the order. Undefined if the phone lacks the
 * memory to draw the signature.
 */
function imagesOf(signature: Signature | undefined): { png: string; jpeg: string } | undefined {
  if (!isSigned(signature)) return { png: '', jpeg: '' }
  try {
    return signatureToImages(signature)
  } catch (error) {
    reportTrouble(error)
    return undefined
  }
}
