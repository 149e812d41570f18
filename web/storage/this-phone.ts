import { Device } from './database.ts'
import { readFirst } from './first-read.ts'

/** The one database of this page. */
export const thisPhone = new Device()

/**
 * What the first screen shows. The document names this script by itself (`web/vite-plugins/run-ahead.ts`), so that the
 * browser reads it while the larger scripts still come.
 */
export const firstRead = readFirst(thisPhone)

// Whoever builds the app hears of it.
firstRead.catch(() => undefined)
