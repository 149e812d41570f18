import { mkdtempSync, readlinkSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {
  type PostgresCluster,
  startPostgresCluster,
  startPostgresStandby,
} from '#server/testing/postgres-cluster.ts'
import { runOnServer } from '#server/testing/postgres-databases.ts'

/** A primary with a synchronous standby, on two hosts that keep their names. */
export type ReplicatedPostgres = {
  /** The address with both hosts. */
  url: string
  /** Cuts replication: the standby falls behind and no commit waits for it. */
  leaveStandbyBehind(): Promise<void>
  /** Kills the primary as a power cut would, and promotes the standby. Resolves when the standby accepts writes. */
  failOver(): Promise<void>
  /** Gives the primary a new standby to replace the promoted one, and makes it synchronous. */
  heal(): Promise<void>
  stop(): Promise<void>
}

const DURABLE = { durable: true }
const UNTIL_NONE_FOLLOWS =
  'do $$ begin while exists (select from pg_stat_get_wal_senders()) loop perform pg_sleep(0.01); end loop; end $$'

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'doorstep-hosts-'))
  const hosts = ['a', 'b'].map((name) => path.join(folder, name)) as [string, string]
  let primary: PostgresCluster = await startPostgresCluster(DURABLE)
  let standby = await startPostgresStandby(primary, DURABLE)
  symlinkSync(primary.folder, hosts[0])
  symlinkSync(standby.folder, hosts[1])

  /** Makes each commit wait for the standby. Once promoted, the standby itself does not wait. */
  const awaitStandby = () => configure(primary, `synchronous_standby_names = '*'`)
  await awaitStandby()

  return {
    url: `postgresql://doorstep@/postgres?host=${encodeURIComponent(hosts.join())}&target_session_attrs=read-write`,
    async leaveStandbyBehind() {
      await configure(primary, `synchronous_standby_names = ''`)
      await configure(standby, `primary_conninfo = ''`)
      await runOnServer(primary.url, UNTIL_NONE_FOLLOWS)
    },
    async failOver() {
      await primary.stop()
      await standby.promote()
      primary = standby
    },
    async heal() {
      standby = await startPostgresStandby(primary, DURABLE)
      const free = hosts.find((host) => readlinkSync(host) !== primary.folder) as string
      unlinkSync(free)
      symlinkSync(standby.folder, free)
      await awaitStandby()
    },
    async stop() {
      await Promise.all([standby.stop(), primary.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function configure(server: PostgresCluster, setting: string): Promise<void> {
  await runOnServer(server.url, `alter system set ${setting}`)
  await runOnServer(server.url, 'select pg_reload_conf()')
}
