import { qrPath } from './qr-path.ts'

/** A QR code as one path, ink on white even in dark mode, so that every camera reads it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = qrPath(text)
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className="size-full rounded-lg bg-white"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#121c17" />
    </svg>
  )
}
