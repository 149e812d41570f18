import { type APIRequestContext, request } from '@playwright/test'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { IDENTITY_PATH } from '#protocol/identity.ts'
import { OFFICE_PHONES_PATH, type PhoneListed } from '#protocol/phones.ts'
import { runOnServer } from '#server/testing/postgres-databases.ts'
import { expect } from './story.ts'

const CODE = 'BCDFGHJKLMNP'
/** Invites the first person of the office, as an operator does. */
const INVITE = `
  with person as (insert into people (name, role) values ('Ida', 'office') returning id)
  insert into invitations (code_sha256, person_id, opens, expires_at)
  select sha256('${CODE}'), id, 'sign-in', now() + interval '1 hour' from person`

/**
 * Makes phones unknown, as after a restore to a time before their enrolment. If the cookies were only deleted, a report
 * under way would bring them back.
 */
const FORGET_PHONES = `
  update phones set credential_sha256 = sha256(credential_sha256);
  select pg_notify('doorstep_callers', '')`

/** A person of the office who has signed in, as a client of the API. */
export class OfficeOfPeople {
  readonly #api: APIRequestContext
  readonly #databaseUrl: string

  private constructor(api: APIRequestContext, databaseUrl: string) {
    this.#api = api
    this.#databaseUrl = databaseUrl
  }

  static async signIn(baseURL: string, databaseUrl: string): Promise<OfficeOfPeople> {
    await runOnServer(databaseUrl, INVITE)
    const api = await request.newContext({ baseURL, extraHTTPHeaders: { apikey: 'public-anon-key' } })
    const data = { code: CODE, password: 'correct horse battery' }
    expect((await api.post(`${IDENTITY_PATH}/accept`, { data })).status()).toBe(200)
    return new OfficeOfPeople(api, databaseUrl)
  }

  /** Adds an agent. Returns the code that enrols their phone. */
  async invite(name: string): Promise<string> {
    const answer = await this.#api.post(`${BACK_OFFICE_PATH}/people`, { data: { name, role: 'agent' } })
    return (await answer.json()).code
  }

  async phones(): Promise<PhoneListed[]> {
    return (await (await this.#api.get(BACK_OFFICE_PATH + OFFICE_PHONES_PATH)).json()).phones
  }

  /** Suspends, resumes or wipes the only phone. */
  async setState(state: 'active' | 'suspended' | 'wiping'): Promise<void> {
    const [phone] = await this.phones()
    const path = `${BACK_OFFICE_PATH}${OFFICE_PHONES_PATH}/${phone?.id}/state`
    expect((await this.#api.put(path, { data: { state } })).status()).toBe(200)
  }

  /** Makes the server forget every enrolment. */
  forgetPhones = () => runOnServer(this.#databaseUrl, FORGET_PHONES)

  /** Returns rows of the data API. */
  async rows(query: string): Promise<Record<string, unknown>[]> {
    return (await this.#api.get(`/rest/v1/${query}`)).json()
  }

  close = () => this.#api.dispose()
}
