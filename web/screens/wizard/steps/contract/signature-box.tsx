import { Keyboard, PenLine } from 'lucide'
import { type RefCallback, useRef, useState } from 'react'
import { isSigned, type Signature } from '#domain/contract/signature.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { InkCanvas } from '../../../../ui/ink-canvas.tsx'
import { TypedNameCanvas } from '../../../../ui/typed-name-canvas.tsx'

const LABEL = 'Customer signature'
const NO_STROKES: readonly [] = []

type SignatureBoxProps = {
  box: RefCallback<HTMLElement>
  signature: Signature | null
  /** Whether an earlier signature was voided because the agreement changed. */
  mustSignAgain: boolean
  customerName: string
  /** When this version of the agreement was first on the screen. */
  shownAt: string | null | undefined
  onSign: (signature: Signature | null) => void
}

/** Where the customer signs: by finger, pen or mouse, or by typing the name. */
export function SignatureBox({
  box,
  signature,
  mustSignAgain,
  customerName,
  shownAt,
  onSign,
}: SignatureBoxProps) {
  const [wantsToType, setWantsToType] = useState(signature?.kind === 'typed')
  const [hasSwitched, setSwitched] = useState(false)
  /** The drawing while a name is typed, and the other way round. It was made for one version of the agreement only. */
  const other = useRef<{ signature: Signature | null; shownAt: typeof shownAt }>(undefined)
  const typing = signature ? signature.kind === 'typed' : wantsToType
  const strokes = signature?.kind === 'drawn' ? signature.strokes : NO_STROKES
  const name = signature?.kind === 'typed' ? signature.name : ''

  function switchTo(byTyping: boolean) {
    setWantsToType(byTyping)
    setSwitched(true)
    const earlier = other.current?.shownAt === shownAt ? other.current?.signature : null
    other.current = { signature, shownAt }
    onSign(earlier ?? null)
  }

  function clear() {
    other.current = undefined
    onSign(null)
  }

  return (
    <section ref={box} tabIndex={-1} aria-label="Signature" className="scroll-mb-4 rounded-2xl">
      <div className="mx-auto w-full max-w-80">
        <SignatureHeading isDone={isSigned(signature ?? undefined)} mustSignAgain={mustSignAgain} />
        <div className={`mx-auto rounded-2xl outline outline-edge ${typing ? 'sideways:max-w-32' : ''}`}>
          {typing ? (
            <TypedNameCanvas label={LABEL} name={name} />
          ) : (
            <InkCanvas
              label={LABEL}
              strokes={strokes}
              onDraw={(drawn) => onSign({ kind: 'drawn', strokes: drawn })}
            />
          )}
        </div>
        {typing && (
          <div className="mt-2">
            <TextField
              label="Type the name to sign"
              value={name}
              autoComplete="off"
              placeholder={customerName}
              autoFocus={hasSwitched}
              onChange={(event) => onSign({ kind: 'typed', name: event.target.value })}
            />
          </div>
        )}
        <div className="-mx-3 flex items-center justify-between sideways:-mx-2">
          <Button look="quiet" className="sideways:px-2" onClick={() => switchTo(!typing)}>
            <Icon of={typing ? PenLine : Keyboard} size={18} className="sideways:hidden" />
            {typing ? 'Draw instead' : 'Sign by typing'}
          </Button>
          <Button look="quiet" className="sideways:px-2" onClick={clear}>
            Clear
          </Button>
        </div>
      </div>
    </section>
  )
}

const SignatureHeading = ({ isDone, mustSignAgain }: { isDone: boolean; mustSignAgain: boolean }) => (
  <div className="mb-1 flex flex-wrap justify-between gap-x-3 text-sm sideways:sr-only">
    <h2 className="font-semibold">{LABEL}</h2>
    <p
      role="status"
      className={isDone ? 'font-semibold text-accent' : mustSignAgain ? 'font-semibold' : 'text-muted'}
    >
      {isDone ? 'Signed' : mustSignAgain ? 'The agreement changed. Please sign again.' : 'Not signed yet'}
    </p>
  </div>
)
