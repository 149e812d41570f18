import type { AppSettings } from '#protocol/functions.ts'
import { byId } from './elements.ts'

/**
 * Returns the settings that the server wrote into the page. The app's own module for them imports more than such a page
 * needs.
 */
export const settingsOfPage = (): AppSettings => JSON.parse(byId('settings').textContent ?? '')
