import type { Row } from './results.ts'
import type { Task } from './tasks.ts'

/** A task that takes longer delays a tap. */
const LONG_MS = 50

/** Returns rows on the tasks of all rounds while a page moved, and on those of its yardstick. */
export function taskRows(
  rounds: readonly Task[][],
  bare: readonly Task[][],
  { moving, yardstick }: { moving: string; yardstick: string },
): Row[] {
  const long = (all: readonly Task[][]) => all.flat().filter(({ worked }) => worked > LONG_MS).length
  const longest = (all: readonly Task[][], of: keyof Task) =>
    Math.max(0, ...all.flat().map((task) => task[of]))
  return [
    {
      what: `tasks over ${LONG_MS} ms of processor time while ${moving}, all rounds`,
      value: long(rounds),
      unit: '',
      target: '<= 0',
    },
    { what: 'the longest task, processor time', value: longest(rounds, 'worked'), unit: 'ms' },
    { what: 'the longest task, from begin to end', value: longest(rounds, 'took'), unit: 'ms' },
    { what: `tasks over ${LONG_MS} ms, ${yardstick}`, value: long(bare), unit: '' },
    { what: `the longest task, ${yardstick}`, value: longest(bare, 'worked'), unit: 'ms' },
  ]
}
