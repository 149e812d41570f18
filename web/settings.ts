import type { AppSettings } from '#protocol/functions.ts'

/** What the server wrote into the page: the public key, the local area, the CRM behind it. */
export const settings: AppSettings = JSON.parse(
  document.getElementById('settings')?.textContent ??
    '{"publicKey":"public-anon-key","localArea":"","crmProvider":"sandbox"}',
)
