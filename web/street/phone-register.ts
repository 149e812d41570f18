import { isList, parseJson } from '#domain/kernel/parse-json.ts'
import { type Register, type RegisterDoor, registerOf } from '#domain/street/do-not-knock.ts'
import { DO_NOT_KNOCK_PATH, type DoorEntry, type EntryStored } from '#protocol/register.ts'
import { type ApiResult, callApi } from '../http/http.ts'
import { randomUuid } from '../random-uuid.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { reportTrouble } from '../storage/report-trouble.ts'
import { createStore, type Readable } from '../store.ts'
import { changeOwn, entryOf, isEntryWaiting, type OwnEntry, readOwn, withoutOld } from './own-entries.ts'
import { phoneId } from './phone-id.ts'
import { streetOn } from './phone-street.ts'
import { refusalOf } from './refusal-of.ts'

/** The do-not-knock register as this phone knows it: what the server said last, and the entries made here. */
export type PhoneRegister = Readable<Register> & {
  /** Resolves once what the phone has kept counts. */
  ready: Promise<void>
  /**
   * Enters a door and begins to send that. It counts once the promise resolves, and after a reload. Returns the entry's id;
   * rejects if the phone cannot store it.
   */
  enter: (door: RegisterDoor, scope: DoorEntry['scope']) => Promise<string>
  /** Takes back an entry made here. */
  undo: (id: string) => Promise<void>
  /** Sends the entries that wait. Those that do not get through wait on; sending one twice does no harm. */
  send: () => Promise<void>
  /** Once the street was read: sends own entries again that its register lacks, unless they are done with. */
  sendMissing: () => Promise<void>
  /** Sends what waits, reads the street, and sends again what the server lacks. */
  exchange: () => Promise<void>
}

const CHANNEL = 'doorstep-register'

export function createPhoneRegister(phone: PhoneDatabase): PhoneRegister {
  const { get, set, subscribe } = createStore<Register>(registerOf([]))
  const street = streetOn(phone)
  const otherTabs = new BroadcastChannel(CHANNEL)
  otherTabs.addEventListener('message', () => void show().catch(reportTrouble))
  street.subscribe(() => void show().catch(reportTrouble))
  let compared = ''

  const listed = () => street.get()?.feed.register ?? []

  async function show(): Promise<void> {
    await street.ready
    const own = await readOwn(phone)
    const undone = new Set(own.filter((one) => one.undone).map(({ id }) => id))
    const known = listed().filter(({ id }) => !undone.has(id))
    set(registerOf([...own.flatMap((one) => entryOf(one) ?? []), ...known]))
  }

  async function change(by: (own: readonly OwnEntry[]) => OwnEntry[]): Promise<void> {
    await changeOwn(phone, by)
    await show()
    otherTabs.postMessage('changed')
  }

  async function send(): Promise<void> {
    const waiting = (await readOwn(phone)).filter(isEntryWaiting)
    if (waiting.length === 0 || !refusalOf(await post(waiting)) || waiting.length === 1) return
    // One bad entry must not hold up the others.
    for (const entry of waiting) await post([entry])
  }

  async function post(waiting: readonly OwnEntry[]): Promise<ApiResult> {
    const body = waiting.map(({ isSent: _, isRefused: __, ...entry }) => entry)
    const answer = await callApi(DO_NOT_KNOCK_PATH, { method: 'POST', body })
    const stored = answer.ok ? parseJson(answer.value.body) : undefined
    const [first] = waiting
    if (isList<EntryStored>(stored)) await change((own) => afterAnswer(own, body, stored))
    else if (first && waiting.length === 1 && refusalOf(answer))
      await change((own) => own.map((one) => (one.id === first.id ? { ...one, isRefused: true } : one)))
    return answer
  }

  async function sendMissing(): Promise<void> {
    const ids = listed().map(({ id }) => id)
    const now = `${street.get()?.feed.life} ${ids.join()}`
    if (now === compared) return
    compared = now
    const known = new Set(ids)
    await change((own) => own.flatMap((one) => (known.has(one.id) ? one : (unlisted(one) ?? []))))
    await send()
  }

  async function exchange(): Promise<void> {
    await send()
    await street.read()
    await sendMissing()
  }

  return {
    get,
    subscribe,
    ready: show().catch(reportTrouble),
    async enter({ street_address, postcode, uprn }, scope) {
      const id = randomUuid()
      const entry = { id, scope, at: new Date().toISOString(), street_address, postcode }
      const by = await phoneId(phone)
      await change((own) => [...own, { ...entry, ...(uprn && { uprn }), phone: by, isSent: false }])
      void exchange().catch(reportTrouble)
      return id
    },
    async undo(id) {
      await change((own) => own.map((one) => (one.id === id ? { ...one, undone: true, isSent: false } : one)))
      void exchange().catch(reportTrouble)
    },
    send,
    sendMissing,
    exchange,
  }
}

/** Drops what was lifted. An entry that was taken back while it was under way waits again. */
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
    // One that was taken back stays until the server no longer lists it: an older answer may be kept here.
    return answer.lifted_at === null || entry.undone ? [{ ...entry, isSent: true }] : []
  })
  return withoutOld(left, Date.now())
}

/**
 * What the server does not list was lifted, concerns another area or was lost by a restore: only sending it again shows
 * which. One that was taken back is done with.
 */
const unlisted = (entry: OwnEntry): OwnEntry | undefined =>
  entry.undone && entry.isSent ? undefined : { ...entry, isSent: false }
