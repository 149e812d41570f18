import { failed, success } from '#domain/kernel/result.ts'
import { type ChainBreak, findUnexplained, follow, NOT_FOLLOWED } from '../../evidence/check-chain.ts'
import { type EventFound, readEvents } from './event-rows.queries.ts'
import type { Pass } from './pass.ts'

/** Recomputes every chain, one event after another. */
export const verifyChains: Pass = async ({ db, report }) => {
  let [events, chains] = [0, 0]
  let last: EventFound | undefined
  let followed = NOT_FOLLOWED
  for await (const page of readEvents(db)) {
    for (const event of page) {
      if (event.chain !== last?.chain) {
        const broken = findUnexplained(followed)
        if (last && broken) return failed(inWords(broken, last))
        followed = NOT_FOLLOWED
        chains += 1
      }
      const next = follow(event, followed, event.salt)
      if (!next.ok) return failed(inWords(next.failure, event))
      followed = next.value
      last = event
    }
    events += page.length
    report('evidence_events', events)
  }
  const broken = findUnexplained(followed)
  return last && broken ? failed(inWords(broken, last)) : success({ events, chains })
}

function inWords({ table, seq, reason }: ChainBreak, { session_id, chain }: EventFound): string {
  const where = session_id === null ? `chain ${chain}` : `sale ${session_id}`
  return `${table}, ${where}, event ${seq}: ${reason}`
}
