import { failed, success } from '#domain/kernel/result.ts'
import { BY_OPERATOR, recordAct } from '../../audit/record-act.queries.ts'
import { NotDone } from '../../backup/not-done.ts'
import type { Config } from '../../config.ts'
import { EmbeddedDatabaseInUse } from '../../db/embedded/folder-lock.ts'
import type { Database } from '../../db/handle.ts'
import { openDoorstep } from '../../open-doorstep.ts'
import { toLeadImport } from '../answer-import.ts'
import { applyImport } from '../apply-import.ts'
import { exportLeads } from '../export-leads.ts'
import { findLastImport } from '../lead-imports.queries.ts'
import { openLeadFile } from '../open-lead-file.ts'
import { type FilePlan, type LeadFile, planFile } from '../plan-file.ts'
import type { LeadFiles } from './lead-files.ts'
import { runningLeadFiles } from './running-lead-files.ts'

/** Opens the lead files of a database. If it is embedded and in use, works through the Doorstep that runs on it. */
export async function openLeadFiles(config: Config): Promise<LeadFiles> {
  try {
    const database = await openDoorstep(config)
    return leadFilesOn(database, config.crm ? 'gohighlevel' : 'sandbox')
  } catch (error) {
    if (!(error instanceof EmbeddedDatabaseInUse)) throw error
    return runningLeadFiles(config)
  }
}

/** Other processes find the changes by themselves. */
const changeFeed = { wake() {} }

function leadFilesOn({ db, close }: Database, provider: LeadFile['provider']): LeadFiles {
  const open = async (bytes: Uint8Array) => {
    const file = await openLeadFile(bytes, undefined, provider)
    if (!file.ok) throw new NotDone(file.failure)
    return file.value
  }
  const answerOf = ({ records, columns }: LeadFile, plan: FilePlan) =>
    toLeadImport(db, { plan, header: records.header, columns })
  return {
    async plan(bytes) {
      const file = await open(bytes)
      return answerOf(file, await planFile(db, file))
    },
    async apply(bytes, hash) {
      const file = await open(bytes)
      const applied = await applyImport({ db, changeFeed }, BY_OPERATOR, file, hash)
      return applied.ok
        ? success(await answerOf(file, applied.value))
        : failed(await answerOf(file, applied.failure))
    },
    progress: () => findLastImport(db),
    async *exported() {
      await recordAct(db, BY_OPERATOR, { verb: 'leads-exported' })
      yield* exportLeads(db, provider)
    },
    close,
  }
}
