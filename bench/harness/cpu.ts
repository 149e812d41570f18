import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Ticks of Linux's clock in `/proc`. */
const TICK_MS = 10

/** The processor time that a process and its children have used so far, in milliseconds. Only on Linux. */
export function cpuMs(pid: number): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const stats = all.flatMap((name) => readStat(Number(name)) ?? [])
  const ours = stats.filter((stat) => stat.pid === pid || stat.parent === pid)
  return ours.reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MS
}

/** The id of the server process whose data is in a folder. */
export const postgresPid = (folder: string) =>
  Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])

/** Nothing for a process that is gone. */
function readStat(pid: number): { pid: number; parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name, which may hold spaces: state, parent, and 11 further on the user's and the system's time.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return undefined
  }
}
