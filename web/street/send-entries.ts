import { isList, parseJson } from '#domain/kernel/parse-json.ts'
import { DO_NOT_KNOCK_PATH, type DoorEntry, type EntryStored } from '#protocol/register.ts'
import { callApi } from '../http/http.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { isEntryWaiting, type OwnEntry, ownEntries, withoutOld } from './own-entries.ts'
import { refusalOf } from './refusal-of.ts'
import { sendInTurn } from './send-in-turn.ts'

type Change = (own: readonly OwnEntry[]) => OwnEntry[]

/** Sends the waiting entries. Calls `change` to apply each answer to the own entries. */
export async function sendEntries(
  phone: PhoneDatabase,
  change: (by: Change) => Promise<void>,
): Promise<void> {
  const waiting = (await ownEntries.read(phone)).filter(isEntryWaiting)
  await sendInTurn(waiting, async (some) => {
    const { isRefused, by } = await post(some)
    if (by) await change(by)
    return isRefused
  })
}

/** If several entries are refused, we do not know yet which one is bad. */
async function post(waiting: readonly OwnEntry[]): Promise<{ isRefused: boolean; by?: Change }> {
  const body = waiting.map(({ isSent: _, isRefused: __, ...entry }) => entry)
  const answer = await callApi(DO_NOT_KNOCK_PATH, { method: 'POST', body })
  const stored = answer.ok ? parseJson(answer.value.body) : undefined
  if (isList<EntryStored>(stored)) return { isRefused: false, by: (own) => afterAnswer(own, body, stored) }
  const isRefused = refusalOf(answer) !== undefined
  if (!isRefused || waiting.length > 1) return { isRefused }
  const refused = waiting[0]?.id
  return { isRefused, by: (own) => own.map((one) => (one.id === refused ? { ...one, isRefused } : one)) }
}

/** Drops the entries that were lifted. An entry that was taken back while its call was under way waits again. */
function afterAnswer(
  own: readonly OwnEntry[],
  sent: readonly DoorEntry[],
  stored: readonly EntryStored[],
): OwnEntry[] {
  const answers = new Map(stored.map((entry) => [entry.id, entry]))
  const isAsSent = ({ id, undone }: OwnEntry) =>
    sent.some((entry) => entry.id === id && entry.undone === undone)
  const left = own.flatMap((entry) => {
    const answer = answers.get(entry.id)
    if (!answer || !isAsSent(entry)) return [entry]
    // An entry that was taken back stays until the server no longer lists it, because an older answer may be kept here.
    return answer.lifted_at === null || entry.undone ? [{ ...entry, isSent: true }] : []
  })
  return withoutOld(left, Date.now())
}
