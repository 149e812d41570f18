import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Logo } from '../ui/logo.tsx'
import { Plate } from '../ui/plate.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../ui/states.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { toast } from '../ui/toast-store.ts'
import { ToastRegion } from '../ui/toasts.tsx'
import { Colours } from './colours.tsx'

/** Every part in all its states, light and dark. Only `npm run dev` serves it. */
export function PartsPage() {
  return (
    <main className="flex flex-col gap-8 p-4">
      <h1 className="title">Parts of Doorstep</h1>
      <div className="grid gap-6 lg:grid-cols-2">
        {(['light', 'dark'] as const).map((scheme) => (
          <div key={scheme} style={{ colorScheme: scheme }} className="rounded-card bg-paper p-4 text-ink">
            <h2 className="mb-4 text-lg font-semibold">{scheme === 'light' ? 'Light' : 'Dark'}</h2>
            <Parts />
          </div>
        ))}
      </div>
      <Answers />
    </main>
  )
}

const Parts = () => (
  <div className="flex flex-col gap-6">
    <Signs />
    <Controls />
    <Surfaces />
  </div>
)

const Signs = () => (
  <>
    <Group title="Mark">
      <Logo />
    </Group>
    <Group title="Type">
      <div className="flex flex-col gap-1">
        <p className="numeral text-5xl">TEL-833273</p>
        <p className="numeral">£1,294</p>
        <p className="title">Title of a page or step</p>
        <p className="text-lg font-semibold">Heading of a card</p>
        <p className="reading">Reading: the agreement at arm’s length.</p>
        <p>Body, and the text of buttons and fields.</p>
        <p className="text-sm text-muted">Small: a second line or a hint.</p>
        <p className="text-xs font-semibold">Micro: a count or a label within a field.</p>
      </div>
    </Group>
    <Group title="Plates">
      <Plate number="12" />
      <Plate number="14A" look="chosen" />
      <Plate number="27" look="won" />
      <Plate number="1204" />
      <Plate number={undefined} />
    </Group>
    <Group title="Status">
      {(['contacted', 'open', 'qualified', 'closed-won', 'closed-lost'] as const).map((status) => (
        <StatusMark key={status} status={status} />
      ))}
    </Group>
  </>
)

const Controls = () => (
  <>
    <Group title="Sill">
      <span role="tablist" className="flex">
        <button type="button" role="tab" aria-selected="true" className="tab">
          Here
        </button>
        <button type="button" role="tab" aria-selected="false" className="tab">
          There
        </button>
      </span>
    </Group>
    <Group title="Buttons">
      <Button>Primary</Button>
      <Button look="secondary">Secondary</Button>
      <Button look="quiet">Quiet</Button>
      <Button look="inactive">Inactive, still answers</Button>
      <Button disabled>Disabled</Button>
      <Button look="secondary" busy>
        Busy
      </Button>
    </Group>
    <Group title="Fields">
      <div className="flex w-full flex-col gap-3">
        <TextField label="With a hint" hint="Year, month and day, a dash, then four characters." />
        <TextField label="With a note" note="From the lead" defaultValue="Morag" />
        <TextField label="With an error" error="Enter the ID number." />
        <TextField label="Read-only" readOnly defaultValue="Sealed by the signature" />
        <SelectField label="Sort by">
          <option>Voucher Value</option>
        </SelectField>
      </div>
    </Group>
  </>
)

const Surfaces = () => (
  <>
    <Group title="States">
      <div className="flex w-full flex-col gap-3">
        <EmptyState action={<Button look="secondary">Show all leads</Button>}>
          No door has this status.
        </EmptyState>
        <ErrorState message="Error loading opportunities" onRetry={() => toast('Retried')} />
        <SkeletonRows count={1} label="Loading" />
      </div>
    </Group>
    <Group title="Card">
      <div className="card w-full p-4">A card has a hairline and no card within.</div>
    </Group>
    <Group title="Colours">
      <Colours />
    </Group>
  </>
)

/** Parts that lie over the page. */
function Answers() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="secondary" onClick={() => toast('Copied: TEL-833273')}>
        Good toast
      </Button>
      <Button
        look="secondary"
        onClick={() => toast('Lead required: Please select a lead to continue', 'bad')}
      >
        Bad toast
      </Button>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Sheet
      </Button>
      {isOpen && (
        <Dialog title="A sheet" onClose={() => setOpen(false)}>
          <p className="p-4">It arrives from below and has one task.</p>
        </Dialog>
      )}
      <ToastRegion place="page" />
    </div>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-2 text-sm font-semibold">{title}</h3>
    <div className="flex flex-wrap items-center gap-3">{children}</div>
  </section>
)
