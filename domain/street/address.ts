import { looksLikeStreet, partsOfAddress } from './address-parts.ts'
import { plainWords } from './plain-words.ts'

/** The parts of the first line of an address, as written there. They are parsed when needed and never stored. */
export type AddressParts = {
  /** The part of a building, such as `Flat 2`, `Unit 4` or `3/2`. */
  flat: string | undefined
  number: number | undefined
  /** What follows the number, in capitals: `A` in 12a, `-14` in 12-14. Otherwise empty. */
  suffix: string
  /** The name of the house or building. */
  name: string | undefined
  street: string | undefined
}

/**
 * A single letter from A to H may be separate, as in `12 A High Street`. Any other letter is a word, as in the Welsh
 * `12 Y Felin`.
 */
const NUMBERED =
  /^(?<house>(?:(?:no|nr|number)\.? ?)?(?<number>\d{1,5})(?<suffix> [a-h](?![^ ])|[a-z½]?(?: ?[-–] ?\d{1,5}[a-z]?)?)(?:\/(?<flat>\w{1,4}))?)(?: (?<rest>.+))?$/i

/** Splits the first line of an address. A part that is not a flat, a number or a street is the name of the house. */
export function parseAddress(line: string): AddressParts {
  const { flats, others } = partsOfAddress(line)
  const { flat, ...house } = findNumberedHouse(others) ?? namedHouse(others)
  return { flat: [...flats, flat].filter(Boolean).join(', ') || undefined, ...house }
}

/**
 * Finds the house with a number. If two parts in a row have one, as in `2 Rose Court, 14 Mill Road`, the first is the
 * flat's.
 */
function findNumberedHouse(parts: readonly string[]): AddressParts | undefined {
  const numbered = parts.map((part) => NUMBERED.exec(part)?.groups)
  const first = numbered.findIndex((match) => match !== undefined)
  const isFlat = numbered[first + 1]?.rest !== undefined
  const place = isFlat ? first + 1 : first
  const house = numbered[place]
  if (!house) return undefined
  const before = isFlat ? numbered[first] : undefined
  return {
    flat: before?.house ?? house.flat,
    number: Number(house.number),
    suffix: (house.suffix ?? '').replaceAll(' ', '').replace('–', '-').toUpperCase(),
    name: before?.rest ?? parts[first - 1],
    street: house.rest ?? parts[place + 1],
  }
}

function namedHouse([first, second]: readonly string[]): AddressParts {
  const isStreet = looksLikeStreet(first) && !looksLikeStreet(second)
  const [name, street] = isStreet ? [undefined, first] : [first, second]
  return { flat: undefined, number: undefined, suffix: '', name, street }
}

/** Words for a flat, but not for a unit: Unit 2 of a building need not be its Flat 2. */
const FLAT = /^(?:f?flat|apartment|apt|maisonette) ?(?:no )?/

/**
 * Returns the key that all spellings of one door share: the postcode, the flat, and the number with the street or else
 * the name. Ignores what follows the street, such as a town, and the name of a house that has a number.
 */
export function addressKey(line: string, postcode: string): string {
  const { flat = '', number, suffix, name, street = '' } = parseAddress(line)
  const house = number === undefined ? '' : `${number}${suffix.toLowerCase()}`
  const place = house ? street : (name ?? street)
  return [squeezed(postcode), plainWords(flat).replace(FLAT, ''), house, plainWords(place)]
    .filter(Boolean)
    .join('|')
}

/**
 * Returns the key of an address's street: the sector of its postcode and the street's name, as in `ll791|mill lane`.
 * Houses without a street share the key of their sector.
 */
export const streetKey = (line: string, postcode: string): string => streetKeyOf(parseAddress(line), postcode)

/** Returns the street key of an address that is already parsed. */
export const streetKeyOf = ({ street = '' }: AddressParts, postcode: string): string =>
  `${squeezed(postcode).slice(0, -2)}|${plainWords(street)}`

const squeezed = (postcode: string) => postcode.replace(/\s/g, '').toLowerCase()
