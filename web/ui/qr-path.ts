import { encode } from 'uqr'

/** The quiet zone that a QR code needs around it, in modules. */
const QUIET = 4

/**
 * Returns a QR code (up to 15 % of it may be damaged) as one SVG path in a square of `size` modules, including its
 * quiet zone.
 */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const path = data.flatMap((row, y) => runsOf(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`))
  return { size, path: path.join('') }
}

/** Returns the runs of adjacent dark modules in a row, as positions and widths. */
function runsOf(row: readonly boolean[]): [x: number, width: number][] {
  const runs: [number, number][] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (isDark && last && last[0] + last[1] === x) last[1] += 1
    else if (isDark) runs.push([x, 1])
  }
  return runs
}
