import type { ActListed, Actor } from '#protocol/audit.ts'
import { londonMoment } from '../sale/london-moment.ts'
import { SaleLink } from '../sale/sale-link.tsx'
import { detailsInWords } from './act-words.ts'
import { VERB_NAMES } from './verb-names.ts'

const ACTOR_NAMES: Record<Actor, string> = {
  office: 'Office',
  operator: 'Operator',
  person: 'A person',
  token: 'A token',
}

/** An act: what was done, by whom and when, with a link to its sale. */
export function ActRow({ act }: { act: ActListed }) {
  const { at, actor, actor_name, verb, session_id } = act
  const details = detailsInWords(act)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 px-4 py-2">
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <p className="font-semibold">{VERB_NAMES[verb] ?? verb}</p>
        {details !== '' && <p className="text-sm">{details}</p>}
        <p className="text-sm text-muted">
          {actor_name ?? ACTOR_NAMES[actor] ?? actor}, <time dateTime={at}>{londonMoment(at)}</time>
        </p>
      </div>
      {session_id !== null && <SaleLink sessionId={session_id}>Sale</SaleLink>}
    </li>
  )
}
