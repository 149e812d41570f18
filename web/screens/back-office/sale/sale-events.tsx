import { ShieldAlert, ShieldCheck } from 'lucide'
import type { RecordedEvidence, SaleEvent } from '#protocol/sale-record.ts'
import type { WholeRecord } from '../../../http/sale-record.ts'
import { Icon } from '../../../ui/icon.tsx'
import { countOf } from '../../../ui/wording.ts'
import { eventInWords } from './event-words.ts'
import { londonMoment } from './london-moment.ts'

const ACTORS: Record<SaleEvent['actor'], string> = {
  customer: 'Customer',
  agent: 'Agent',
  office: 'Office',
  server: 'Server',
}

/** Returns who did it, with the phone: the person's name if one was signed in or the sale has an owner. */
const actorOf = ({ actor, owner, phone, details }: SaleEvent) =>
  [typeof details['by'] === 'string' ? details['by'] : (owner ?? ACTORS[actor] ?? actor), phone]
    .filter(Boolean)
    .join(', ')

/** The events of the sale, oldest first, and whether its chain is whole. */
export function SaleEvents({ record }: { record: WholeRecord }) {
  const { events, evidence } = record
  return (
    <section aria-label="Events" className="card overflow-hidden">
      <div className="flex items-baseline gap-2 border-b border-line px-4 py-2.5">
        <h2 className="font-semibold">Events</h2>
        <p className="text-sm text-muted">UK time</p>
      </div>
      {evidence ? <Chain chain={evidence.chain} /> : <p className={LINE}>{NO_CHAIN}</p>}
      <ol className="divide-y divide-line">
        {events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events only ever join at the end, and two may be alike
          <Event key={index} event={event} />
        ))}
      </ol>
    </section>
  )
}

const NO_CHAIN = 'The signing was not recorded, so these events have no chain.'
const LINE = 'border-b border-line px-4 py-2.5 text-sm text-muted'

function Chain({ chain: { events, is_whole } }: { chain: RecordedEvidence['chain'] }) {
  return (
    <p className={`${LINE} flex items-start gap-2 ${is_whole ? '' : 'bg-danger-soft'}`}>
      <Icon
        of={is_whole ? ShieldCheck : ShieldAlert}
        size={18}
        className={`mt-px shrink-0 ${is_whole ? 'text-accent' : 'text-danger'}`}
      />
      <span>
        <strong className={`font-semibold ${is_whole ? 'text-accent' : 'text-danger'}`}>
          {is_whole ? 'The chain is whole.' : 'The chain is not whole.'}
        </strong>{' '}
        {is_whole
          ? `Its ${countOf(events, 'event')} match their hashes, recomputed just now. The other events below are not part of it.`
          : 'An event was changed or is missing. Run npx doorstep verify on the server, which names the first break.'}
      </span>
    </p>
  )
}

function Event({ event }: { event: SaleEvent }) {
  const { title, lines, isBad } = eventInWords(event)
  return (
    <li className="flex flex-wrap gap-x-4 px-4 py-2 sm:flex-nowrap">
      <p className="flex basis-full gap-x-3 text-sm leading-6 text-muted sm:shrink-0 sm:basis-44 sm:flex-col sm:gap-0">
        <time dateTime={event.at}>{londonMoment(event.at)}</time>
        <span className="sm:hidden">{actorOf(event)}</span>
      </p>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className={isBad ? 'font-semibold text-danger' : ''}>{title}</p>
        {lines.map((line) => (
          <p key={line} className="text-sm whitespace-pre-line text-muted">
            {line}
          </p>
        ))}
        {isBad && event.request_id !== undefined && (
          <p className="font-mono text-xs text-muted">Request {event.request_id}</p>
        )}
      </div>
      <span className="text-sm leading-6 text-muted max-sm:hidden">{actorOf(event)}</span>
    </li>
  )
}
