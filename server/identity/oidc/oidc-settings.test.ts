import { expect, test } from 'vitest'
import { oidcSettingsOf } from './oidc-settings.ts'

const settingsOf = (issuer: string) =>
  oidcSettingsOf({ AUTH_OIDC_ISSUER: issuer, AUTH_OIDC_CLIENT_ID: 'a', AUTH_OIDC_CLIENT_SECRET: 'b' })

test('are all set, or none', () => {
  expect(oidcSettingsOf({})).toEqual({ ok: true, value: undefined })
  expect(oidcSettingsOf({ AUTH_OIDC_CLIENT_ID: 'a' })).toMatchObject({
    failure: { sentence: expect.stringMatching(/^AUTH_OIDC_ISSUER, .* all or none\.$/) },
  })
  expect(settingsOf('https://login.microsoftonline.com/11111111-2222/v2.0').ok).toBe(true)
  expect(settingsOf('http://127.0.0.1:8080').ok).toBe(true)
})

test.each([
  'accounts',
  'http://accounts.example',
  'https://login.microsoftonline.com/common/v2.0',
  'https://login.microsoftonline.com/organizations/v2.0',
])('refuse the issuer %s', (issuer) => {
  expect(settingsOf(issuer)).toMatchObject({
    failure: { sentence: expect.stringMatching(/^AUTH_OIDC_ISSUER must/) },
  })
})
