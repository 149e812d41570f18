import { useEffect, useRef } from 'react'
import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from '#domain/contract/signature.ts'
import { drawName } from './ink.ts'

/** A typed name, drawn as a signature in the same box as strokes. */
export function TypedNameCanvas({ label, name }: { label: string; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const density = Math.max(window.devicePixelRatio, 1)
    element.width = SIGNATURE_WIDTH * density
    element.height = SIGNATURE_HEIGHT * density
    drawName(element, name, density)
  }, [name])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      className="aspect-2/1 w-full max-w-80 rounded-2xl bg-white forced-color-adjust-none"
    />
  )
}
