import { Keyboard, PenLine } from 'lucide'
import { type RefCallback, useState } from 'react'
import { isSigned } from '#domain/contract/signature.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { InkCanvas } from '../../../../ui/ink-canvas.tsx'
import { TypedNameCanvas } from '../../../../ui/typed-name-canvas.tsx'
import type { Signing } from './use-signing.ts'

const LABEL = 'Customer signature'
const AGREEMENT_CHANGED = 'The agreement changed. Please sign again.'
const NO_STROKES: readonly [] = []

type SignatureBoxProps = {
  box: RefCallback<HTMLElement>
  signing: Signing
  /** Whether an earlier signature was voided because the agreement changed. */
  mustSignAgain: boolean
  customerName: string
}

/** Where the customer signs: by finger, pen or mouse, or by typing the name. */
export function SignatureBox({ box, signing, mustSignAgain, customerName }: SignatureBoxProps) {
  const { signature, isTyping, sign, switchMode, clear } = signing
  const [hasSwitched, setSwitched] = useState(false)
  const strokes = signature?.kind === 'drawn' ? signature.strokes : NO_STROKES
  const name = signature?.kind === 'typed' ? signature.name : ''

  function switchAndFocus() {
    setSwitched(true)
    switchMode()
  }

  return (
    <section ref={box} tabIndex={-1} aria-label="Signature" className="scroll-mb-4 rounded-2xl">
      <div className="mx-auto w-full max-w-80">
        <SignatureHeading isDone={isSigned(signature ?? undefined)} mustSignAgain={mustSignAgain} />
        <div className={`mx-auto rounded-2xl outline outline-edge ${isTyping ? 'sideways:max-w-32' : ''}`}>
          {isTyping ? (
            <TypedNameCanvas label={LABEL} name={name} />
          ) : (
            <InkCanvas
              label={LABEL}
              strokes={strokes}
              onDraw={(drawn) => sign({ kind: 'drawn', strokes: drawn })}
            />
          )}
        </div>
        {isTyping && (
          <div className="mt-2">
            <TextField
              label="Type the name to sign"
              value={name}
              autoComplete="off"
              placeholder={customerName}
              autoFocus={hasSwitched}
              onChange={(event) => sign({ kind: 'typed', name: event.target.value })}
            />
          </div>
        )}
        <div className="-mx-3 flex items-center justify-between sideways:-mx-2">
          <Button look="quiet" className="sideways:px-2" onClick={switchAndFocus}>
            <Icon of={isTyping ? PenLine : Keyboard} size={18} className="sideways:hidden" />
            {isTyping ? 'Draw instead' : 'Sign by typing'}
          </Button>
          <Button look="quiet" className="sideways:px-2" onClick={clear}>
            Clear
          </Button>
        </div>
      </div>
    </section>
  )
}

/**
 * The state of the signature. The longest text that has shown keeps its space, so that the canvas never moves under the
 * finger of a customer who is signing.
 */
function SignatureHeading({ isDone, mustSignAgain }: { isDone: boolean; mustSignAgain: boolean }) {
  const [room, setRoom] = useState<string>()
  if (mustSignAgain && !room) setRoom(AGREEMENT_CHANGED)
  return (
    <div className="mb-1 flex flex-wrap justify-between gap-x-3 text-sm sideways:sr-only">
      <h2 className="font-semibold">{LABEL}</h2>
      <p
        role="status"
        data-room={room}
        className={`signature-state ${isDone ? 'font-semibold text-accent' : mustSignAgain ? 'font-semibold' : 'text-muted'}`}
      >
        <span>{isDone ? 'Signed' : mustSignAgain ? AGREEMENT_CHANGED : 'Not signed yet'}</span>
      </p>
    </div>
  )
}
