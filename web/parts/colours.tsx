/** What each colour means. Their contrasts are tested in `web/look.test.ts`. */
const COLOURS = [
  { swatch: 'bg-ink', name: 'ink', means: 'text' },
  { swatch: 'bg-muted', name: 'muted', means: 'second lines' },
  { swatch: 'bg-edge', name: 'edge', means: 'edge of a control' },
  { swatch: 'bg-line', name: 'line', means: 'hairline' },
  { swatch: 'bg-accent', name: 'accent', means: 'yes: press me, chosen, done' },
  { swatch: 'bg-voucher', name: 'voucher', means: 'voucher money' },
  { swatch: 'bg-wait', name: 'wait', means: 'waiting, offline, syncing, sandbox' },
  { swatch: 'bg-danger', name: 'danger', means: 'a person is needed' },
  { swatch: 'bg-sill', name: 'sill', means: 'here' },
]

export const Colours = () => (
  <ul className="grid w-full gap-x-4 gap-y-2 sm:grid-cols-2">
    {COLOURS.map(({ swatch, name, means }) => (
      <li key={name} className="flex items-center gap-3">
        <span aria-hidden className={`size-8 shrink-0 rounded-lg border border-line ${swatch}`} />
        <span>
          {name} <span className="text-sm text-muted">{means}</span>
        </span>
      </li>
    ))}
  </ul>
)
