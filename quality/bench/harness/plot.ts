import { writeFileSync } from 'node:fs'

type Line = { name: string; points: readonly { size: number; ms: number }[] }

const WIDTH = 640
const HEIGHT = 320
const LEFT = 70
const RIGHT = 210
const BOTTOM = 40
const TOP = 16
const LABEL_PX = 15
const COSTS_MS = [0.001, 0.01, 0.1, 1, 10, 100]
const COLOURS = ['#1b6e53', '#b0572b', '#3b5bb5', '#8a3b8f', '#6b6b1b']

/** Both axes are logarithmic: a cost that does not depend on the size is a level line. */
const xAmong = (sizes: readonly number[]) => {
  const [first = 0, last = 1] = [sizes.at(0), sizes.at(-1)].map((size = 1) => Math.log10(size))
  return (size: number) => LEFT + ((Math.log10(size) - first) / (last - first)) * (WIDTH - LEFT - RIGHT)
}
const y = (ms: number) => HEIGHT - BOTTOM - ((Math.log10(ms) + 3) / 5) * (HEIGHT - BOTTOM - TOP)

/** Where each line's name stands: at its end, but clear of the others. */
function labelsOf(lines: readonly Line[]): Map<string, number> {
  const ends = lines.map(({ name, points }) => ({ name, end: y(points.at(-1)?.ms ?? 1) }))
  const places = new Map<string, number>()
  let free = 0
  for (const { name, end } of ends.sort((a, b) => a.end - b.end)) {
    const place = Math.max(end + 4, free)
    places.set(name, place)
    free = place + LABEL_PX
  }
  return places
}

/** Draws costs over a size, which `of` names, one line for each; all lines have points at the same sizes. */
export function plotCosts(file: string, of: string, lines: readonly Line[]): void {
  const sizesDrawn = (lines[0]?.points ?? []).map(({ size }) => size)
  const x = xAmong(sizesDrawn)
  const labels = labelsOf(lines)
  const grid = COSTS_MS.map(
    (ms) =>
      `<path d="M${LEFT} ${y(ms)}H${WIDTH - RIGHT}" stroke="#ccc"/>` +
      `<text x="${LEFT - 8}" y="${y(ms) + 4}" text-anchor="end">${ms < 1 ? `${ms * 1000} µs` : `${ms} ms`}</text>`,
  )
  const sizes = sizesDrawn.map(
    (size) =>
      `<text x="${x(size)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${size.toLocaleString('en-GB')}</text>`,
  )
  const drawn = lines.map(({ name, points }, index) => {
    const path = points.map(({ size, ms }) => `${x(size).toFixed(1)} ${y(ms).toFixed(1)}`).join('L')
    const colour = COLOURS[index % COLOURS.length]
    return (
      `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="2"/>` +
      `<text x="${WIDTH - RIGHT + 8}" y="${(labels.get(name) ?? 0).toFixed(1)}" fill="${colour}">${name}</text>`
    )
  })
  const title = `<text x="${LEFT}" y="${HEIGHT - 4}">${of}</text>`
  writeFileSync(
    file,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">` +
      `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>\n${[...grid, ...sizes, ...drawn, title].join('\n')}\n</svg>\n`,
  )
}
