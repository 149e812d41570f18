import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addressKey, parseAddress, streetKey } from './address.ts'

/** Returns the parts as one text: flat / number and suffix / name / street. */
const partsOf = (line: string) => {
  const { flat = '', number = '', suffix, name = '', street = '' } = parseAddress(line)
  return [flat, `${number}${suffix}`, name, street].join(' / ')
}

test.each([
  ['12 Mill Road', ' / 12 /  / Mill Road'],
  ['  12,  Mill   Road , Hexham', ' / 12 /  / Mill Road'],
  ['No. 5 High Street', ' / 5 /  / High Street'],
  ['007 Mill Road', ' / 7 /  / Mill Road'],
  ['12a mill road', ' / 12A /  / mill road'],
  ['12 A High Street', ' / 12A /  / High Street'],
  ['12-14 High Street', ' / 12-14 /  / High Street'],
  ['12A – 14 High St', ' / 12A-14 /  / High St'],
  ['12½ High Street', ' / 12½ /  / High Street'],
  ['12 2nd Avenue', ' / 12 /  / 2nd Avenue'],
  ['12 Mill Road, LL79 1AB', ' / 12 /  / Mill Road'],
  ['12', ' / 12 /  / '],
])('%s has a number', (line, parts) => expect(partsOf(line)).toBe(parts))

test.each([
  ['Flat 2, 14 Mill Road', 'Flat 2 / 14 /  / Mill Road'],
  ['flat 2  14 Mill Road', 'flat 2 / 14 /  / Mill Road'],
  ['Flat 2, 14, Mill Road', 'Flat 2 / 14 /  / Mill Road'],
  ['14 Mill Road, Flat B', 'Flat B / 14 /  / Mill Road'],
  ['14 Mill Road Flat 2', 'Flat 2 / 14 /  / Mill Road'],
  ['2 Rose Court, 14 Mill Lane', '2 / 14 / Rose Court / Mill Lane'],
  ['Flat 2, Rose Court, Mill Lane', 'Flat 2 /  / Rose Court / Mill Lane'],
  ['Top Floor Flat, 9 High St', 'Top Floor Flat / 9 /  / High St'],
  ['Flat 2, 1st Floor, 9 High St', 'Flat 2, 1st Floor / 9 /  / High St'],
  ['Basement, 9 High St', 'Basement / 9 /  / High St'],
  ['3/2, 14 Mill Road', '3/2 / 14 /  / Mill Road'],
  ['14/3 Mill Road', '3 / 14 /  / Mill Road'],
  ['Unit 4, Mill Trading Estate', 'Unit 4 /  / Mill Trading Estate / '],
  ['Unit 4 Mill Estate, Mill Road', 'Unit 4 /  / Mill Estate / Mill Road'],
  ['Plot 7', 'Plot 7 /  /  / '],
])('%s is part of a building', (line, parts) => expect(partsOf(line)).toBe(parts))

test.each([
  ['Rose Cottage, Mill Lane', ' /  / Rose Cottage / Mill Lane'],
  ['Rose Cottage, 12 Mill Lane, Hexham', ' / 12 / Rose Cottage / Mill Lane'],
  ['Rose Cottage 12 Mill Lane', ' / 12 / Rose Cottage / Mill Lane'],
  ['The Old Forge', ' /  / The Old Forge / '],
  ['Pier 3 Harbour', ' /  / Pier 3 Harbour / '],
  ['Mill Lane, Hexham', ' /  /  / Mill Lane'],
  ['1st Avenue', ' /  /  / 1st Avenue'],
  ['', ' /  /  / '],
  [' , ', ' /  /  / '],
])('"%s" has a name, a street or neither', (line, parts) => expect(partsOf(line)).toBe(parts))

test.each([
  ['12 Y Felin', ' / 12 /  / Y Felin'],
  ['Tan-y-Bryn, Ffordd y Mynydd', ' /  / Tan-y-Bryn / Ffordd y Mynydd'],
  ['Lôn Isaf', ' /  /  / Lôn Isaf'],
  ['Fflat 2, 7 Stryd Fawr', 'Fflat 2 / 7 /  / Stryd Fawr'],
])('reads the Welsh %s', (line, parts) => expect(partsOf(line)).toBe(parts))

describe('the key of a door', () => {
  test.each([
    ['12 Mill Rd', '12 Mill Road'],
    ['12, mill road, Hexham', '12 Mill Road'],
    ['Rose Cottage, 12 Mill Road', '12 Mill Road'],
    ['12A Mill Road', '12 a Mill Road'],
    ['Apartment 2, 14 Mill Road', 'Flat 2, 14 Mill Road'],
    ['14 Mill Road, Flat 2', '2 Rose Court, 14 Mill Road'],
    ['2 Rose Court', 'Flat 2, Rose Court, Mill Lane'],
    ['The Old Forge, Mill Lane', 'the old forge'],
    ["3 St. John's Rd", '3 Saint Johns Road'],
    ['3 High St North', '3 High Street North'],
    ['3 Lôn Isaf', '3 Lon Isaf'],
  ])('is the same for %s and %s', (a, b) => expect(addressKey(a, 'LL79 1AB')).toBe(addressKey(b, 'll791ab')))

  test.each([
    ['12 Mill Road', '12A Mill Road'],
    ['12 Mill Road', '12-14 Mill Road'],
    ['12 Mill Road', '12 Mill Lane'],
    ['Flat 2, 14 Mill Road', '14 Mill Road'],
    ['Flat 2, 14 Mill Road', 'Unit 2, 14 Mill Road'],
    ['Flat 1, 12 Mill Road', 'Flat 11, 2 Mill Road'],
    ['Rose Cottage, Mill Lane', 'Ivy Cottage, Mill Lane'],
    ['3 St Johns Road', '3 Street Johns Road'],
  ])('differs for %s and %s', (a, b) => expect(addressKey(a, 'LL79 1AB')).not.toBe(addressKey(b, 'LL79 1AB')))

  it('differs for the same line in two postcodes', () => {
    expect(addressKey('12 Mill Road', 'LL79 1AB')).not.toBe(addressKey('12 Mill Road', 'LL79 1AD'))
  })

  it('does not depend on case, spacing or the town', () => {
    const number = fc.stringMatching(/^[1-9]\d{0,2}[a-h]?$/)
    const street = fc.constantFrom('Mill Road', 'Y Felin', 'Kirk Wynd', 'Ffordd y Mynydd', 'Élm Street')
    const flat = fc.constantFrom('', 'Flat 3, ', 'Top Floor Flat, ')
    fc.assert(
      fc.property(flat, number, street, fc.boolean(), (start, house, road, upper) => {
        const line = `${start}${house} ${road}`
        const other = `  ${line.replace(/ /g, '   ')},Hexham`
        expect(addressKey(upper ? other.toUpperCase() : other, 'ca294ht')).toBe(addressKey(line, 'CA29 4HT'))
      }),
    )
  })
})

describe('the key of a street', () => {
  it('is the same along the street, in all postcodes of a sector', () => {
    expect(streetKey('Flat 2, 14 Mill Road', 'LL79 1AB')).toBe('ll791|mill road')
    expect(streetKey('Rose Cottage, Mill Rd', 'LL79 1XY')).toBe('ll791|mill road')
  })

  it('differs for streets with the same name in two sectors', () => {
    expect(streetKey('1 Mill Road', 'LL79 1AB')).not.toBe(streetKey('1 Mill Road', 'LL79 2AB'))
  })
})

it('never invents a word, whatever the line', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ maxLength: 9 }),
      (line, postcode) => {
        const { flat, name, street } = parseAddress(line)
        const words = [flat, name, street].flatMap((part) => part?.split(/[\s,]+/) ?? [])
        for (const word of words) expect(line).toContain(word)
        expect(addressKey(line, postcode)).toBe(addressKey(line, postcode))
      },
    ),
  )
})
