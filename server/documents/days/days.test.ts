import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATABASES } from '../../testing/databases.ts'
import { fillSealed, openSealed } from '../verify/sealed.testing.ts'
import { daysRoutes } from './days.routes.ts'

describe.each(DATABASES)('day roots on the %s database', (kind) => {
  let sealed: Awaited<ReturnType<typeof openSealed>>
  beforeAll(async () => {
    sealed = await openSealed(kind)
    await fillSealed(sealed)
  })
  afterAll(() => sealed?.close())

  const days = async () => {
    const answer = await Fastify().register(daysRoutes(sealed)).inject('/.well-known/doorstep/days')
    return answer.json().days
  }

  test('are signed once over the documents up to the end of a day', async () => {
    const signed = await days()
    expect(signed).toMatchObject([
      { size: 2, root: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { size: 3, root: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
    await Promise.allSettled([sealed.closeDay(), sealed.closeDay()])
    expect(await days()).toEqual(signed)
  })

  test.for([
    'update seal_days set size = size',
    'delete from seal_days',
    'truncate seal_days cascade',
    'update seal_leaves set position = position',
    'delete from seal_leaves',
    'truncate seal_leaves',
  ])('refuse "%s", even from the owner of the table', async (statement) => {
    await expect(sql.raw(statement).execute(sealed.db)).rejects.toMatchObject({ code: '23514' })
  })
})
