import { failed, success } from '#domain/kernel/result.ts'
import { commitmentTo, eventHash, NO_EVENT } from '../../evidence/chain.ts'
import { readEvents, type StoredEvent } from './event-rows.queries.ts'
import type { Pass } from './pass.ts'

/** How far a chain has been followed. */
type Followed = {
  chain: string
  session_id: string | null
  seq: number
  hash: string
  /** The first event without a payload that no erasure explains yet. */
  unexplained: number | undefined
}

/**
 * Recomputes every chain: no gaps, each event's hash over the one before, and its commitment to its payload. A payload
 * may be missing only if its chain says later that it was erased.
 */
export const verifyChains: Pass = async ({ db, report }) => {
  let [events, chains] = [0, 0]
  let followed: Followed | undefined
  for await (const page of readEvents(db)) {
    for (const event of page) {
      if (event.chain !== followed?.chain) {
        const broken = followed && findUnexplained(followed)
        if (broken) return failed(broken)
        followed = { ...event, seq: 0, hash: NO_EVENT, unexplained: undefined }
        chains += 1
      }
      const broken = findBreak(event, followed)
      if (broken) return failed(broken)
      followed = follow(event, followed)
    }
    events += page.length
    report('evidence_events', events)
  }
  const broken = followed && findUnexplained(followed)
  return broken ? failed(broken) : success({ events, chains })
}

function follow({ seq, hash, type, payload }: StoredEvent, before: Followed): Followed {
  const missing = payload === null ? seq : undefined
  return {
    ...before,
    seq,
    hash,
    unexplained: type === 'erased' ? undefined : (before.unexplained ?? missing),
  }
}

const placeOf = ({ session_id, chain }: Pick<StoredEvent, 'session_id' | 'chain'>, seq: number) =>
  `${session_id === null ? `chain ${chain}` : `sale ${session_id}`}, event ${seq}`

function findUnexplained(followed: Followed): string | undefined {
  const { unexplained } = followed
  if (unexplained === undefined) return undefined
  return `event_payloads, ${placeOf(followed, unexplained)}: its payload is missing, and it was not erased`
}

function findBreak(event: StoredEvent, before: Followed): string | undefined {
  const { chain, seq, type, at, commit, prev, hash, payload, salt } = event
  const expected = before.seq + 1
  if (type === null || seq !== expected)
    return `evidence_events, ${placeOf(event, expected)}: the event is missing`
  const place = placeOf(event, seq)
  if (prev !== before.hash) return `evidence_events, ${place}: it does not follow the event before it`
  if (eventHash({ chain, seq, type, at, commit, prev }) !== hash)
    return `evidence_events, ${place}: its hash is not that of its type, time and commitment`
  if (payload === null) return undefined
  if (salt === null) return `sale_evidence, ${place}: the salt of its chain is missing, its payload is not`
  if (commitmentTo(payload, salt) !== commit)
    return `event_payloads, ${place}: its payload is not the one that it commits to, or the sale has another salt`
  return undefined
}
