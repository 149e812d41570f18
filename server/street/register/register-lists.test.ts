import { describe, expect, test } from 'vitest'
import { addressKey } from '#domain/street/address.ts'
import { DATABASES } from '../../testing/databases.ts'
import { findEntriesFor } from './find-entries.queries.ts'
import { listForPhones } from './phone-register.queries.ts'
import { AT, OFFICE, useRegister } from './register.testing.ts'

describe.each(DATABASES)('Lists of the do-not-knock register on the %s database', (kind) => {
  const { db, send, post, list, add, lift, leadAt, entryAt } = useRegister(kind)

  test('is searched by address, postcode and UPRN, and read page by page', async () => {
    for (const number of [1, 2, 3]) await post(entryAt(`${number} Mill Road`))
    await add({ scope: 'zone', place: { postcodes: ['CA29 4HT'] } })
    await add({ place: { uprn: '10033544614' } })
    const placesOf = async (search: string) =>
      (await list(`?search=${encodeURIComponent(search)}`)).entries.map(
        ({ address_key, postcodes, uprn }) => address_key ?? postcodes ?? uprn,
      )
    expect(await placesOf('2 Mill Rd, LL79 1AB')).toEqual(['ll791ab|2|mill road'])
    expect(await placesOf('ca29')).toEqual(['ca294ht'])
    expect(await placesOf('35446')).toEqual(['10033544614'])
    expect(await placesOf('%')).toHaveLength(5)
    const first = await list('?limit=3')
    const second = await list(`?limit=3&before=${first.next}`)
    expect([first.count, second.entries.length, second.next]).toEqual([5, 2, null])
    const ids = [...first.entries, ...second.entries].map(({ id }) => id)
    expect(new Set(ids).size).toBe(5)
  })

  test('is exported as CSV that no spreadsheet takes for a formula', async () => {
    await post(entryAt('12 Mill Road', { phone: '=HYPERLINK("x")', uprn: '10033544614' }))
    const answer = await send('GET', `${OFFICE}/export`)
    expect(answer.headers['content-type']).toContain('text/csv')
    const [head, row, end] = answer.body.split('\r\n')
    expect(head).toBe(
      '\uFEFFid,scope,place,uprn,uprn_text,reason,source,at,phone,phone_name,received_at,lifted_at,lifted_by,lifted_why',
    )
    expect(row).toContain(
      `household,"12 Mill Road, LL79 1AB",10033544614,uprn10033544614,asked,door,${AT},"'=HYPERLINK(""x"")"`,
    )
    expect(end).toBe('')
    expect((await send('GET', `${OFFICE}/export?search=nothing`)).body.trim().split('\r\n')).toHaveLength(1)
  })

  test('goes to the phones of the areas that it concerns, even for doors that are not leads', async () => {
    await leadAt('1 High Street', { area: 'Thornbeck' })
    await leadAt('1 High Street', { postcode: 'CA29 4HT' })
    await post(entryAt('12 Mill Road', { postcode: 'LL79 9XY' }))
    await add({ scope: 'zone', place: { postcodes: ['CA29 1AA', 'TD16 1AA'] } })
    await add({ scope: 'zone', place: { street: 'Kirk Wynd', postcode: 'TD16 1AA' } })
    await add({ place: { uprn: '77' } })
    const gone = await add({ place: { uprn: '78' } })
    await lift(gone.id, 'mistake')
    const placesIn = async (area?: string) =>
      (await listForPhones(db(), area))
        .map(({ address_key, street_key, postcodes, uprn }) => address_key ?? street_key ?? postcodes ?? uprn)
        .toSorted()
    expect(await placesIn('Thornbeck')).toEqual(['77', 'll799xy|12|mill road'])
    expect(await placesIn('')).toEqual(['77', 'ca291aa td161aa'])
    expect(await placesIn()).toHaveLength(4)
  })

  test('finds the entries of many doors at once, for lead files', async () => {
    await post(entryAt('12 Mill Road'))
    const doors = ['12 mill rd', '14 Mill Road'].map((street_address) => ({
      street_address,
      postcode: 'LL791AB',
    }))
    const found = await findEntriesFor(db(), doors)
    expect(found.map((entry) => entry?.address_key)).toEqual([
      addressKey('12 Mill Road', 'LL79 1AB'),
      undefined,
    ])
    expect(await findEntriesFor(db(), [])).toEqual([])
  })
})
