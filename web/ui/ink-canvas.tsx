import { useEffect, useRef } from 'react'
import type SignaturePad from 'signature_pad'
import type { InkStroke } from '#domain/contract/signature.ts'
import { isStrayStroke } from '#domain/contract/stray-stroke.ts'
import { createPad, groupsToStrokes, redrawPad, scaleOf } from './ink.ts'

type InkCanvasProps = {
  label: string
  strokes: readonly InkStroke[]
  onDraw: (strokes: InkStroke[]) => void
}

/**
 * A canvas of 320 by 160, or smaller on a smaller screen, to draw on by mouse, touch or pen. It draws the strokes it
 * receives, so they survive rotation, resizing and a reload.
 */
export function InkCanvas({ label, strokes, onDraw }: InkCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  const latest = useRef({ strokes, onDraw })
  latest.current = { strokes, onDraw }
  const drawn = useRef(strokes)

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const signaturePad = createPad(element)
    pad.current = signaturePad
    signaturePad.addEventListener('endStroke', () => {
      const strokes = groupsToStrokes(signaturePad.toData(), scaleOf(element))
      if (isStrayStroke(strokes)) return redrawPad(signaturePad, element, latest.current.strokes)
      drawn.current = strokes
      latest.current.onDraw(strokes)
    })
    const resized = new ResizeObserver(() => redrawPad(signaturePad, element, latest.current.strokes))
    resized.observe(element)
    return () => {
      resized.disconnect()
      signaturePad.off()
    }
  }, [])

  useEffect(() => {
    if (drawn.current === strokes || !canvas.current || !pad.current) return
    drawn.current = strokes
    redrawPad(pad.current, canvas.current, strokes)
  }, [strokes])

  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      className="aspect-2/1 w-full max-w-80 cursor-crosshair touch-none rounded-2xl bg-white forced-color-adjust-none"
    />
  )
}
