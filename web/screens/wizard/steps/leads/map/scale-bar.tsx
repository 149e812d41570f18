const MAX_WIDTH = 96

/** Returns the longest round distance (1, 2 or 5 times a power of ten, in metres) that fits into the bar. */
export function roundMetres(metresPerPixel: number): number {
  const longest = MAX_WIDTH * metresPerPixel
  const power = 10 ** Math.floor(Math.log10(longest))
  return power * ([5, 2].find((times) => times * power <= longest) ?? 1)
}

/** A bar that shows a round distance at the map's scale. */
export function ScaleBar({ metresPerPixel }: { metresPerPixel: number }) {
  const metres = roundMetres(metresPerPixel)
  const words = metres < 1000 ? `${metres} m` : `${metres / 1000} km`
  return (
    <p className="rounded-lg bg-paper/80 px-2 text-xs">
      <span className="sr-only">Scale: </span>
      {words}
      <span
        aria-hidden="true"
        className="mb-1 block h-1.5 border-x-2 border-b-2 border-ink"
        style={{ width: metres / metresPerPixel }}
      />
    </p>
  )
}
