import { readFileSync } from 'node:fs'
import { wcagContrast } from 'culori'
import { expect, test } from 'vitest'

/** Every colour of look.css by its name, for day and night. */
const colours = Object.fromEntries(
  [...readFileSync('web/look.css', 'utf8').matchAll(/--color-([a-z-]+): light-dark\((#\w+), (#\w+)\);/g)].map(
    ([, name = '', day = '', night = '']) => [name, { day, night }],
  ),
)

function contrast(time: 'day' | 'night', front: string, back: string): number {
  const [a, b] = [colours[front], colours[back]]
  if (!a || !b) throw new Error(`look.css has no ${front} or no ${back}`)
  return wcagContrast(a[time], b[time])
}

const TEXTS = ['ink', 'muted', 'accent', 'voucher', 'wait', 'danger'] as const

for (const time of ['day', 'night'] as const) {
  test.each(TEXTS.flatMap((text) => ['paper', 'surface'].map((back) => [text, back] as const)))(
    `by ${time}, %s on %s can be read in the sun`,
    (text, back) => expect(contrast(time, text, back)).toBeGreaterThanOrEqual(7),
  )

  test.each(['accent', 'voucher', 'wait', 'danger'])(`by ${time}, %s can be read on its own tint`, (role) => {
    expect(contrast(time, role, `${role}-soft`)).toBeGreaterThanOrEqual(6.4)
    expect(contrast(time, 'ink', `${role}-soft`)).toBeGreaterThanOrEqual(7)
  })

  test(`by ${time}, a control stands out and its text can be read`, () => {
    for (const filled of ['accent', 'wait', 'danger'])
      expect(contrast(time, 'on-accent', filled)).toBeGreaterThanOrEqual(7)
    for (const back of ['paper', 'surface']) expect(contrast(time, 'edge', back)).toBeGreaterThanOrEqual(4.5)
  })

  test(`by ${time}, a disabled control can be read`, () =>
    expect(contrast(time, 'muted', 'sunken')).toBeGreaterThanOrEqual(6.3))
}

test.each(['app-head.html', '404.html'])("%s paints the browser's frame like the page", (page) => {
  const html = readFileSync(`web/${page}`, 'utf8')
  const { day, night } = colours.paper ?? {}
  expect(html).toContain(`content="${day}" media="(prefers-color-scheme: light)"`)
  expect(html).toContain(`content="${night}" media="(prefers-color-scheme: dark)"`)
})

test('the splash has the colour of the page', () =>
  expect(JSON.parse(readFileSync('web/public/manifest.webmanifest', 'utf8'))).toMatchObject({
    theme_color: colours.paper?.day,
    background_color: colours.paper?.day,
  }))
