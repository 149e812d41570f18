import { Device } from './device.ts'

/**
 * The one database of this page. The document names this script by itself (`scripts/vite/first-paint.ts`), so that the
 * browser opens the database while the larger scripts still come.
 */
export const thisPhone = new Device()

void thisPhone.openAhead()
