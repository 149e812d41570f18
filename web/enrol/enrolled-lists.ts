import type { PhoneDatabase } from '../storage/database.ts'

/** Makes the next start read both lists from the server, even if this page is closed. */
export const readListsNext = (phone: PhoneDatabase): Promise<void> =>
  phone.use((database) => database.delete('marks', 'cursor'))

/** Deletes both lists, because they depend on the person for whom the phone is enrolled. */
export const forgetLists = (phone: PhoneDatabase): Promise<void> =>
  phone.use(async (database) => {
    const transaction = database.transaction(['leads', 'opportunities', 'marks'], 'readwrite')
    await Promise.all([
      transaction.objectStore('leads').clear(),
      transaction.objectStore('opportunities').clear(),
      transaction.objectStore('marks').delete('cursor'),
      transaction.objectStore('marks').delete('in-step-at'),
      transaction.done,
    ])
  })
