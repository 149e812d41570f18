import type { Insertable } from 'kysely'
import type { ContactRow } from './schema.ts'

type Street = { street: string; area: string; postcode: string }
type Household = [
  house: number,
  firstName: string,
  lastName: string,
  people: number,
  voucher: number,
  priority: 'high' | 'medium' | 'low',
  note: string,
]

// The postcode districts do not exist, and the phone numbers below are reserved for fiction.
const STREETS: [Street, Household[]][] = [
  [
    { street: 'High Street', area: 'Llanfair Uchaf', postcode: 'LL79 2AB' },
    [
      [1, 'Megan', 'Pritchard', 4, 1500, 'high', 'Works from home, calls drop daily'],
      [2, 'Gwyn', 'Parry', 2, 1250, 'medium', 'Ask about the shop line as well'],
      [7, 'Rhian', 'Hughes', 5, 2400, 'high', 'Three children streaming, eager to switch'],
      [10, 'Alun', 'Bevan', 1, 750, 'low', 'Prefers mornings'],
      [11, 'Carys', 'Ellis', 3, 1800, 'medium', 'Current contract ends next month'],
      [12, 'Dilwyn', 'Rees', 2, 950, 'low', 'Side door, the bell is broken'],
      [20, 'Nia', 'Gethin', 6, 3200, 'high', 'Guest house, needs a strong signal upstairs'],
      [21, 'Emrys', 'Tudor', 1, 500, 'low', 'Hard of hearing, knock loudly'],
    ],
  ],
  [
    { street: 'Chapel Lane', area: 'Llanfair Uchaf', postcode: 'LL79 2AD' },
    [
      [3, 'Sioned', 'Morris', 3, 1650, 'medium', 'Asked for a leaflet in Welsh'],
      [4, 'Hywel', 'Vaughan', 4, 2750, 'high', 'Runs a farm office, 4 Mbps at best'],
      [5, 'Bethan', 'Lloyd', 2, 1100, 'medium', 'Home after four'],
      [9, 'Iolo', 'Roberts', 1, 600, 'low', 'Dog in the yard, friendly'],
      [14, 'Catrin', 'Owen', 5, 3600, 'high', 'Neighbours already signed'],
      [16, 'Tomos', 'Wynne', 2, 1350, 'medium', 'Interested in Standard Fiber'],
      [30, 'Eleri', 'Jenkins', 3, 2050, 'medium', 'Call ahead, long drive'],
    ],
  ],
  [
    { street: 'Mill Road', area: 'Thornbeck', postcode: 'CA29 4HT' },
    [
      [2, 'Joan', 'Tyson', 2, 1400, 'medium', 'Keeps the old copper line for the alarm'],
      [6, 'Peter', 'Braithwaite', 4, 4500, 'high', 'Last house on the track, no service at all'],
      [8, 'Alison', 'Postlethwaite', 3, 2250, 'medium', 'Teaches online in the evening'],
      [10, 'Derek', 'Nixon', 1, 550, 'low', 'Wants to think it over'],
      [15, 'Susan', 'Relph', 5, 2900, 'high', 'Holiday let next door is hers too'],
      [22, 'Colin', 'Fell', 2, 1050, 'low', 'At market on Tuesdays'],
      [100, 'Hazel', 'Dixon', 4, 3850, 'high', 'Old mill, thick walls'],
      [101, 'Graham', 'Mounsey', 3, 1950, 'medium', 'Spoke to a neighbour about speeds'],
    ],
  ],
  [
    { street: 'Station Road', area: 'Thornbeck', postcode: 'CA29 4JP' },
    [
      [1, 'Elaine', 'Sharpe', 2, 1200, 'medium', 'Moved in this summer'],
      [5, 'Martin', 'Airey', 6, 3400, 'high', 'Six phones and one slow line'],
      [9, 'Ruth', 'Stephenson', 1, 650, 'low', 'Son decides, visits on Sundays'],
      [11, 'Keith', 'Bowness', 3, 1700, 'medium', 'Asked twice at the village hall'],
      [18, 'Moira', 'Tallentire', 2, 850, 'low', 'Use the back gate'],
      [19, 'Neil', 'Graves', 4, 2600, 'high', 'Video calls for work, backup needed'],
      [40, 'Brenda', 'Irving', 3, 2150, 'medium', 'Contract ended, free to switch'],
      [41, 'Stuart', 'Messenger', 5, 3050, 'high', 'Bakery on the ground floor'],
    ],
  ],
  [
    { street: 'Kirk Wynd', area: 'Kirkmuir', postcode: 'TD16 6RD' },
    [
      [2, 'Fiona', 'Rutherford', 3, 1850, 'medium', 'Ring the lower bell'],
      [4, 'Hamish', 'Elliot', 2, 1150, 'low', 'Shift worker, not before noon'],
      [6, 'Isla', 'Turnbull', 4, 2500, 'high', 'Studio in the attic, uploads video'],
      [8, 'Gordon', 'Scott', 1, 700, 'low', 'Satisfied so far, leave a card'],
      [12, 'Morag', 'Armstrong', 5, 4100, 'high', 'Two flats behind one door'],
      [13, 'Callum', 'Kerr', 2, 1450, 'medium', 'Compare with the mobile router'],
      [24, 'Eilidh', 'Pringle', 3, 2350, 'medium', 'Interested, wants it in writing'],
      [27, 'Ross', 'Douglas', 6, 3750, 'high', 'Large family, poor signal throughout'],
      [110, 'Una', 'Nisbet', 1, 800, 'low', 'Cottage at the far end'],
    ],
  ],
]

const FIRST_ADDED = Date.UTC(2026, 8, 1, 8)
const HOUR_MS = 3_600_000

/** The forty households of a new sandbox. */
export const SAMPLE_CONTACTS: readonly Insertable<ContactRow>[] = STREETS.flatMap(([street, households]) =>
  households.map((household) => ({ street, household })),
).map(({ street: { street, area, postcode }, household }, index) => {
  const [house, first_name, last_name, household_size, voucher_value, priority, notes] = household
  const serial = String(index + 1).padStart(3, '0')
  return {
    id: `sample-${serial}`,
    first_name,
    last_name,
    email: `${first_name}.${last_name}@example.org`.toLowerCase(),
    phone: index % 2 === 0 ? `01632 960${serial}` : `07700 900${serial}`,
    address: `${house} ${street}`,
    postcode,
    area,
    household_size,
    voucher_value,
    priority,
    notes,
    date_added: new Date(FIRST_ADDED + index * HOUR_MS).toISOString(),
  }
})
