import {
  type Register,
  type RegisterDoor,
  type RegisterEntry,
  registerOf,
} from '#domain/street/do-not-knock.ts'
import type { DoorEntry } from '#protocol/register.ts'
import { joinOtherTabs } from '../other-tabs.ts'
import { randomUuid } from '../random-uuid.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { phoneId } from '../storage/phone-id.ts'
import { reportTrouble } from '../storage/report-trouble.ts'
import { createStore, type Readable } from '../store.ts'
import { entryOf, type OwnEntry, ownEntries } from './own-entries.ts'
import { streetOn } from './phone-street.ts'
import { sendEntries } from './send-entries.ts'

/** The do-not-knock register as this phone knows it: the server's last answer, and the entries made here. */
export type PhoneRegister = Readable<Register> & {
  /** Resolves once the entries that the phone has kept count. */
  ready: Promise<void>
  /**
   * Enters a door and begins to send the entry. The entry counts once the promise resolves, and after a reload. Returns
   * its id; rejects if the phone cannot store it.
   */
  enter: (door: RegisterDoor, scope: DoorEntry['scope']) => Promise<string>
  /** Takes back an entry made on this phone. */
  undo: (id: string) => Promise<void>
  /** Sends the waiting entries. If an entry does not get through, it waits on; sending one twice does no harm. */
  send: () => Promise<void>
  /** Call once the street was read. Sends own entries again if its register lacks them, unless they are done with. */
  sendMissing: () => Promise<void>
  /** Sends the waiting entries, reads the street, and sends again what the server lacks. */
  exchange: () => Promise<void>
}

export function createPhoneRegister(phone: PhoneDatabase): PhoneRegister {
  const { get, set, subscribe } = createStore<Register>(registerOf([]))
  const street = streetOn(phone)
  const announce = joinOtherTabs('doorstep-register', () => void show().catch(reportTrouble))
  street.subscribe(() => void show().catch(reportTrouble))
  let compared = ''

  const listed = () => street.get()?.feed.register ?? []

  async function show(): Promise<void> {
    await street.ready
    set(registerWith(await ownEntries.read(phone), listed()))
  }

  async function change(by: (own: readonly OwnEntry[]) => OwnEntry[]): Promise<void> {
    await ownEntries.change(phone, by)
    await show()
    announce('changed')
  }

  const send = () => sendEntries(phone, change)

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
    async enter(door, scope) {
      const entry = await newEntry(phone, door, scope)
      await change((own) => [...own, entry])
      void exchange().catch(reportTrouble)
      return entry.id
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

async function newEntry(
  phone: PhoneDatabase,
  { street_address, postcode, uprn }: RegisterDoor,
  scope: DoorEntry['scope'],
): Promise<OwnEntry> {
  const made = { id: randomUuid(), at: new Date().toISOString(), phone: await phoneId(phone) }
  return { ...made, scope, street_address, postcode, ...(uprn && { uprn }), isSent: false }
}

/** Returns the register: the entries made here, and those that the server lists unless they were taken back here. */
function registerWith(own: readonly OwnEntry[], listed: readonly RegisterEntry[]): Register {
  const undone = new Set(own.filter((one) => one.undone).map(({ id }) => id))
  const known = listed.filter(({ id }) => !undone.has(id))
  return registerOf([...own.flatMap((one) => entryOf(one) ?? []), ...known])
}

/**
 * Returns the entry to send again. If the server does not list it, it was lifted, concerns another area or was lost by
 * a restore, and only sending it shows which. An entry that was taken back and sent is done with.
 */
const unlisted = (entry: OwnEntry): OwnEntry | undefined =>
  entry.undone && entry.isSent ? undefined : { ...entry, isSent: false }
