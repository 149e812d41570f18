import { NO_COMPANY } from '#domain/agreement/company.ts'
import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import type { AppSettings } from '#protocol/functions.ts'

const DEFAULTS: AppSettings = {
  publicKey: 'public-anon-key',
  localArea: '',
  crmProvider: 'sandbox',
  company: NO_COMPANY,
}

const written = parseJson(document.getElementById('settings')?.textContent ?? '')

/** The settings that the server wrote into the page. */
export const settings: AppSettings = isObject<AppSettings>(written) ? written : DEFAULTS
