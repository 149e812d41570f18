import type { AppSettings } from '#protocol/functions.ts'
import { byId } from '../plain-page/elements.ts'

/** Returns the settings that the server wrote into the page. The app's own module of them brings more than this page. */
export const settingsOfPage = (): AppSettings => JSON.parse(byId('settings').textContent ?? '')
