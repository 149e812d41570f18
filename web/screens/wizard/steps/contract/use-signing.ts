import { useRef, useState } from 'react'
import type { Signature } from '#domain/contract/signature.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { useCommands } from '../../use-commands.ts'

export type Signing = {
  signature: Signature | null
  /** Whether the customer types the name instead of drawing. */
  isTyping: boolean
  sign: (signature: Signature) => void
  /** Switches between drawing and typing, and restores what was signed in that way before. */
  switchMode: () => void
  clear: () => void
}

/** How the customer signs. The step keeps it, because turning the phone replaces the signature box. */
export function useSigning({ signature, agreementShownAt: shownAt }: Sale): Signing {
  const command = useCommands()
  const [wantsToType, setWantsToType] = useState(signature?.kind === 'typed')
  /**
   * The drawing while a name is being typed, and the reverse. It is valid only for the version of the agreement for
   * which it was made.
   */
  const other = useRef<{ signature: Signature | null; shownAt: Sale['agreementShownAt'] | undefined }>(
    undefined,
  )
  const isTyping = signature ? signature.kind === 'typed' : wantsToType
  const sign = (made: Signature | null) => void command({ type: 'sign', signature: made })

  function switchMode() {
    setWantsToType(!isTyping)
    const earlier = other.current?.shownAt === shownAt ? other.current?.signature : null
    other.current = { signature, shownAt }
    sign(earlier ?? null)
  }

  function clear() {
    other.current = undefined
    sign(null)
  }

  return { signature, isTyping, sign, switchMode, clear }
}
