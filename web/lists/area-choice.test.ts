import { expect, test, vi } from 'vitest'
import { MAX_ROWS_ON_A_PHONE, type Territory } from '#protocol/territory.ts'
import { type Fit, fitOf } from './area-choice.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

const TOO_MANY = MAX_ROWS_ON_A_PHONE + 1

const territoryOf = (leads: number, ...areas: string[]): Territory => ({
  leads,
  sales: 0,
  areas: areas.map((area) => ({ area, leads, sales: 0 })),
})
const few = territoryOf(MAX_ROWS_ON_A_PHONE, 'Ludlow', 'Hereford')
const fewInOne = territoryOf(3, 'Ludlow')
const none = territoryOf(0)
const many = territoryOf(TOO_MANY, 'Ludlow', 'Hereford')
const manyInOne = territoryOf(TOO_MANY, 'Ludlow')
const manyWithoutArea = territoryOf(TOO_MANY, '')
const manySales = { ...territoryOf(3, 'Ludlow', 'Hereford'), sales: TOO_MANY }

test.each<[string, area: string | undefined, Territory, Fit]>([
  ['takes everything if there is nothing', undefined, none, { name: 'fits', area: undefined }],
  ['takes everything that fits', undefined, few, { name: 'fits', area: undefined }],
  ['takes the only area without a limit if it fits', undefined, fewInOne, { name: 'fits', area: undefined }],
  ['picks the only area if it is too large', undefined, manyInOne, { name: 'fits', area: 'Ludlow' }],
  ['picks what has no area likewise', undefined, manyWithoutArea, { name: 'fits', area: '' }],
  ['keeps the area that it picked', 'Ludlow', manyInOne, { name: 'fits', area: 'Ludlow' }],
  ['asks if several areas are too large', undefined, many, { name: 'must-choose', territory: many }],
  ['asks if there are too many sales', undefined, manySales, { name: 'must-choose', territory: manySales }],
  ['gives up the area it picked if there are others', 'Ludlow', many, { name: 'other-areas' }],
  ['gives up the area it picked if everything fits now', 'Ludlow', few, { name: 'other-areas' }],
  ['gives up the area it picked if that was renamed', 'Hereford', manyInOne, { name: 'other-areas' }],
])('%s', (_, area, territory, fit) => expect(fitOf(area, territory)).toEqual(fit))
