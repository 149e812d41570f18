import { seeded } from '#crm/gohighlevel/double/seeded.ts'

/** The direction: up is from the phone, down is from the server. */
export type Way = 'up' | 'down'

/**
 * The fault of a connection in one request and its answer. `slow`: each chunk takes this long. `cut` and `reset`: the
 * connection ends after this many bytes. `misdate`: it ends within the answer's date, so that the rest is a date in
 * another year, which browsers accept. `freeze`: nothing passes for this long, then it ends. `late`: the phone loses it
 * at once, and the server receives the request much later.
 */
export type Fault =
  | { kind: 'slow'; ms: number }
  | { kind: 'cut' | 'reset'; way: Way; afterBytes: number }
  | { kind: 'misdate' }
  | { kind: 'freeze'; way: Way; ms: number }
  | { kind: 'late'; ms: number }

const SLOW_MS = 120
const REQUEST_BYTES = 1_200
const ANSWER_BYTES = 500
const FREEZE_MS = 800
/** Longer than the phone's timeout of 15 seconds. */
const LONG_FREEZE_MS = 16_000
const LONG_FREEZES = 0.03
const LATE_MS = 2_000
/** Half of the broken connections carry nothing: the whole request or the whole answer is lost. */
const NOTHING_PASSES = 0.5

/**
 * Returns a function that draws the fault of the next request, for this share of the requests. The same seed gives the
 * same faults.
 */
export function faultsFrom(seed: number, share: number): () => Fault | undefined {
  const random = seeded(seed)
  const upTo = (most: number) => Math.floor(random() * most)
  const way = (): Way => (random() < 0.5 ? 'up' : 'down')
  const broken = (kind: 'cut' | 'reset'): Fault => {
    const where = way()
    const most = where === 'up' ? REQUEST_BYTES : ANSWER_BYTES
    return { kind, way: where, afterBytes: random() < NOTHING_PASSES ? 0 : upTo(most) }
  }
  const makes: (() => Fault)[] = [
    () => ({ kind: 'slow', ms: upTo(SLOW_MS) }),
    () => broken('cut'),
    () => broken('cut'),
    () => broken('reset'),
    () => ({ kind: 'misdate' }),
    () => ({
      kind: 'freeze',
      way: way(),
      ms: random() < LONG_FREEZES ? LONG_FREEZE_MS : upTo(FREEZE_MS),
    }),
    () => ({ kind: 'late', ms: upTo(LATE_MS) }),
    () => ({ kind: 'late', ms: upTo(LATE_MS) }),
  ]
  return () => (random() < share ? makes[upTo(makes.length)]?.() : undefined)
}
