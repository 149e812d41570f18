import { type Decision, refuse } from '#domain/kernel/refusal.ts'
import { success } from '#domain/kernel/result.ts'
import { applyCommand } from '#domain/sale/apply-command.ts'
import type { SaleRule } from '#domain/sale/commands.ts'
import type { CopyWay, Sale } from '#domain/sale/sale.ts'
import { callsForFacts } from '#protocol/sale-calls.ts'
import { type PhoneDatabase, STRICT } from '../storage/database.ts'
import { CALL_SHAPE } from '../storage/stored.ts'

/** The customer has the copy: the way, the time, and the number on the paper, blank if it has none. */
export type GivenCopy = { way: CopyWay; at: string; number: string }

/** `gone`: the phone no longer has the sale. */
export type CopyGivenLater = Decision<Sale, SaleRule | 'gone' | 'on-screen'>

const GONE = refuse('gone', 'This phone doesn’t have the sale any more')
const ON_SCREEN = refuse('on-screen', 'The sale is on the screen: Give the copy there')

/**
 * Records a copy that was given after the agent moved on to another sale, and the call that it owes the server, in one
 * transaction. Refuses the current sale, because its next save would overwrite this.
 */
export const giveCopyLater = (
  phone: PhoneDatabase,
  sessionId: string,
  given: GivenCopy,
): Promise<CopyGivenLater> =>
  phone.use(async (database) => {
    const transaction = database.transaction(['sales', 'outbox', 'marks'], 'readwrite', STRICT)
    if ((await transaction.objectStore('marks').get('current-sale')) === sessionId) return ON_SCREEN
    const sale = await transaction.objectStore('sales').get(sessionId)
    if (!sale) return GONE
    const decision = applyCommand(sale, { type: 'give-copy', ...given })
    if (!decision.ok) return decision
    const { sale: next, calls } = callsForFacts(decision.value.sale, decision.value.facts)
    await Promise.all([
      transaction.objectStore('sales').put(next),
      ...calls.map((call) =>
        transaction.objectStore('outbox').put({ ...call, shape: CALL_SHAPE, at: given.at }),
      ),
      transaction.done,
    ])
    return success(next)
  })
