import { failed, success } from '#domain/kernel/result.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { type ImportProgress, LEAD_FILES_PATH, type LeadImport } from '#protocol/lead-files.ts'
import { NotDone } from '../../backup/not-done.ts'
import { callRunning, type RunningDoorstep, readAnswer } from '../../running-doorstep.ts'
import type { LeadFiles } from './lead-files.ts'

const PATH = `${BACK_OFFICE_PATH}${LEAD_FILES_PATH}`

/** Returns lead files that work through the Doorstep on the embedded database. */
export function runningLeadFiles(doorstep: RunningDoorstep): LeadFiles {
  const post = (query: string, file: Uint8Array) =>
    callRunning(doorstep, `${PATH}/import?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: Buffer.from(file),
    })
  return {
    plan: async (file) => readAnswer<LeadImport>(await post('dry=1', file)),
    async apply(file, hash) {
      const answer = await post(`hash=${hash}`, file)
      if (answer.status !== 409) return success(await readAnswer<LeadImport>(answer))
      return failed((await answer.json()) as LeadImport)
    },
    progress: async () => readAnswer<ImportProgress | null>(await callRunning(doorstep, `${PATH}/import`)),
    async *exported() {
      const { body, ok, status } = await callRunning(doorstep, `${PATH}/export`)
      if (!ok || !body) throw new NotDone(`Doorstep answered ${status}.`)
      yield* body
    },
    close: async () => {},
  }
}
