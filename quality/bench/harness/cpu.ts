import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The unit of times in Linux's `/proc`. */
const TICK_MS = 10

/** Returns the processor time of a process and its children, including ended ones, in milliseconds. Linux only. */
export function cpuMs(pid: number): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const stats = all.flatMap((name) => readStat(Number(name)) ?? [])
  const ours = stats.filter((stat) => stat.pid === pid || stat.parent === pid)
  const ofGone = stats.find((stat) => stat.pid === pid)?.ticksOfGone ?? 0
  return ours.reduce((sum, { ticks }) => sum + ticks, ofGone) * TICK_MS
}

/** Returns the process id of the PostgreSQL that has its data in this folder. */
export const postgresPid = (folder: string) =>
  Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])

type Stat = { pid: number; parent: number; ticks: number; ticksOfGone: number }

/** Returns the figures of a process; undefined if it has ended. */
function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The fields after the name, which may contain spaces: state, parent, and later four times: its own user and system
    // time, then those of its ended children.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [own = 0, system = 0, ofGone = 0, systemOfGone = 0] = fields.slice(11, 15).map(Number)
    return { pid, parent: Number(fields[1]), ticks: own + system, ticksOfGone: ofGone + systemOfGone }
  } catch {
    return undefined
  }
}
