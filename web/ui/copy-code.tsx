import { qrPath } from './qr-path.ts'

/** The code as one path, ink on white in the dark too, so that every camera reads it. */
export function CopyCode({ address }: { address: string }) {
  const { size, path } = qrPath(address)
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="Code for the customer's copy"
      className="size-full rounded-lg bg-white"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#121c17" />
    </svg>
  )
}
