import type { SliceHead, SliceRow } from '#protocol/premises-slice.ts'

/** Returns a generator of numbers in [0, 1) that always gives the same sequence. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const LETTERS = 'ABDEFGHJLNPQRSTUWXYZ'

/** White, Grey/Black with gigabit, Grey/Black with gigabit planned, Under Review; all recognised. */
const FACTS = [0b0000_0100, 0b0000_1101, 0b0001_0101, 0b0000_0110]

/** The number of postcodes in one parish, whose premises were numbered together at first. */
const PARISH = 20
/** The width of the range in which an authority numbered later premises. */
const LATER_WIDTH = 500_000

/**
 * Makes premises like those of a real parish: the streets of a postcode were numbered in runs close to those of its
 * neighbours, an eighth came later, anywhere in the authority's range, and one in seven differs from its postcode.
 */
export function makePremises(postcodes: number, premises: number): SliceRow[] {
  const random = seeded(27)
  const below = (limit: number) => Math.floor(random() * limit)
  const rows: SliceRow[] = []
  let next = 0
  for (let place = 0; place < postcodes; place++) {
    if (place % PARISH === 0) next = 30_000_000 + below(LATER_WIDTH)
    const usual = FACTS[below(FACTS.length)] ?? 0
    const until = Math.round(((place + 1) * premises) / postcodes)
    while (rows.length < until) {
      next += random() < 0.8 ? 1 : 1 + below(30)
      const isInContract = random() < 0.05
      const facts = random() < 0.86 ? usual : (FACTS[below(FACTS.length)] ?? 0)
      rows.push({
        uprn: random() < 0.88 ? next : 30_500_000 + below(LATER_WIDTH),
        postcode: postcodeAt(place),
        facts: isInContract ? facts | 0b0010_0000 : facts,
        area: 0,
        details: isInContract ? below(3) : null,
        isListed: random() < 0.01,
      })
    }
  }
  return rows
}

const postcodeAt = (place: number) =>
  `LL79 ${1 + Math.floor(place / 400)}${LETTERS[Math.floor(place / 20) % 20]}${LETTERS[place % 20]}`

/** The head of such a slice. */
export const SLICE_HEAD: SliceHead = {
  data: {
    bduk: { version: '1', month: '2026-05', sha256: 'ab'.repeat(32), attribution: 'BDUK, OGL v3' },
    list: undefined,
    ownSupplier: null,
  },
  areas: [
    {
      name: 'Llan Valley',
      state: 'open',
      openFrom: null,
      openTo: null,
      maxVoucher: 4500,
      checkedOn: '2026-11-01',
      sourceUrl: 'https://example.org/areas',
    },
  ],
  details: ['Openreach Limited', 'Broadway Partners Limited', 'Spring Fibre Limited'].map((supplier) => ({
    contract: { supplier, until: '2031-09-30' },
    project: null,
  })),
  covers: ['LL79 1', 'LL79 2'],
}
