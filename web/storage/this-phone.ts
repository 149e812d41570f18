import { PhoneDatabase } from './database.ts'
import { readFirst } from './first-read.ts'

/** The only database connection of this page. */
export const thisPhone = new PhoneDatabase()

/**
 * Everything that the first screen shows. The document loads this script directly (`web/vite-plugins/run-ahead.ts`), so
 * that the database is read while the larger scripts are still loading.
 */
export const firstRead = readFirst(thisPhone)

// main.tsx handles the rejection, but its script may load after it.
firstRead.catch(() => undefined)

/**
 * Opens these stores early, because a browser waits for the disk at their first use, and both are used while the first
 * screen is drawn.
 */
function openKeyValueStores(): void {
  try {
    sessionStorage.getItem('')
    localStorage.getItem('')
  } catch {
    // If the browser refuses access here, it refuses again where they are used.
  }
}
openKeyValueStores()
