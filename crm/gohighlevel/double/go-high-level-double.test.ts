import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faultsOf } from './documents.ts'
import { type GoHighLevelDouble, startGoHighLevelDouble } from './go-high-level-double.ts'

describe('The double of GoHighLevel', () => {
  let double: GoHighLevelDouble
  beforeEach(async () => {
    double = await startGoHighLevelDouble({
      contacts: 3,
      rateLimit: { max: 2, intervalMs: 3_600_000, daily: 100 },
    })
  })
  afterEach(() => double?.close())

  type Asked = { method?: string; path: string; headers?: Record<string, string>; body?: object }
  async function ask({ method = 'GET', path, headers = {}, body }: Asked) {
    const known = { authorization: `Bearer ${double.token}`, version: '2021-07-28' }
    const sent = Object.entries({ ...known, ...headers }).filter(([, value]) => value !== '')
    return fetch(`${double.url}${path}`, {
      method,
      headers: Object.fromEntries(sent),
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }
  const location = { path: '/locations/location-double' }

  test.each<[string, Asked, number, unknown]>([
    ['no version', { ...location, headers: { version: '' } }, 401, 'version header was not found.'],
    [
      'a version that never existed',
      { ...location, headers: { version: '1' } },
      401,
      'version header is invalid',
    ],
    [
      'another token',
      { ...location, headers: { authorization: 'Bearer pit-no' } },
      401,
      'Invalid Private Integration token',
    ],
    [
      'another location',
      { path: '/locations/elsewhere' },
      403,
      'The token does not have access to this location.',
    ],
    ['an unknown path', { path: '/contacts' }, 404, 'Cannot GET /contacts'],
    [
      'a parameter in camel case',
      { path: '/opportunities/search?location_id=location-double&pipelineId=x' },
      422,
      ['property pipelineId should not exist'],
    ],
    [
      'an undocumented field',
      { method: 'PUT', path: '/opportunities/x', body: { contactId: 'c' } },
      422,
      ['property contactId should not exist'],
    ],
    [
      "a contact's do-not-disturb",
      { method: 'PUT', path: '/contacts/contact-000001', body: { dnd: true } },
      422,
      ['property dnd should not exist'],
    ],
    [
      'a note at an unknown contact',
      { method: 'POST', path: '/contacts/x/notes', body: { body: 'No answer' } },
      404,
      'Contact not found.',
    ],
  ])('refuses %s', async (_, asked, status, message) => {
    const response = await ask(asked)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ statusCode: status, message })
  })

  test('counts calls, reports how many are left, and refuses the third', async () => {
    const answers = [await ask(location), await ask(location), await ask(location)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['1', '0', '0'])
    expect(answers[2]?.headers.get('x-ratelimit-daily-remaining')).toBe('97')
  })

  test("overwrites a contact's tags if an upsert contains tags", async () => {
    const [contact] = double.contacts()
    const body = { locationId: double.locationId, email: contact?.email, tags: ['new'] }
    await ask({ method: 'POST', path: '/contacts/upsert', body })
    expect(contact?.tags).toEqual(['new'])
  })

  test('adds and removes single tags', async () => {
    const path = '/contacts/contact-000001/tags'
    const added = await ask({ method: 'POST', path, body: { tags: ['Refused'] } })
    expect([added.status, await added.json()]).toEqual([201, { tags: ['field-sales', 'refused'] }])
    const removed = await ask({ method: 'DELETE', path, body: { tags: ['refused'] } })
    expect([removed.status, await removed.json()]).toEqual([200, { tags: ['field-sales'] }])
  })

  test('records every request', async () => {
    await ask({ path: '/contacts/contact-000001' })
    await ask({ path: '/contacts/contact-000001?limit=1' })
    expect(double.requests.map(faultsOf)).toEqual([[], ['property limit should not exist']])
  })

  test('posts a change as a flat webhook body without custom fields', () => {
    const { id } = double.addOpportunity({
      contactId: 'contact-000001',
      pipelineId: double.pipelineId,
      name: 'By hand',
      status: 'open',
    })
    double.changeOpportunity(id, { status: 'won' })
    expect(double.event('OpportunityStatusUpdate', id)).toEqual({
      type: 'OpportunityStatusUpdate',
      locationId: double.locationId,
      id,
      contactId: 'contact-000001',
      pipelineId: double.pipelineId,
      pipelineStageId: double.stages.open,
      name: 'By hand',
      status: 'won',
      monetaryValue: 0,
      dateAdded: expect.any(String),
      timestamp: expect.any(String),
      webhookId: expect.any(String),
    })
  })
})
