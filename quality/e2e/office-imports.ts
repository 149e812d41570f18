import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Point } from '#domain/street/point.ts'
import { startCommand } from '#server/testing/run-doorstep.ts'
import type { Doorstep } from './doorstep.ts'
import { expect } from './story.ts'

/** Imports a lead file as the office does. Returns how many leads it created. */
export async function importsLeads({ url }: Doorstep, body: string): Promise<number> {
  const call = async (query: string) => {
    const headers = { apikey: 'public-anon-key', 'content-type': 'text/csv' }
    const answer = await fetch(`${url}/functions/v1/back-office/leads/import?${query}`, {
      method: 'POST',
      headers,
      body,
    })
    return (await answer.json()) as { hash: string; create: number }
  }
  const { hash, create } = await call('dry=1')
  await call(`hash=${hash}`)
  return create
}

/** Imports a file of premises data, as an operator does. */
export async function importsData(
  { dataDir, settings }: Doorstep,
  name: string,
  content: string,
): Promise<void> {
  const file = path.join(dataDir, '..', name)
  writeFileSync(file, content)
  const { code, errors } = await startCommand(settings, 'data', 'import', file).outcome
  expect(code, errors).toBe(0)
}

/** Imports OS Open UPRN for a month, such as `202508`, with one point. */
export const importsPoint = (
  doorstep: Doorstep,
  month: string,
  { uprn, lat, lon }: Point & { uprn: number },
): Promise<void> =>
  importsData(
    doorstep,
    `osopenuprn_${month}.csv`,
    `UPRN,X_COORDINATE,Y_COORDINATE,LATITUDE,LONGITUDE\r\n${uprn},0,0,${lat},${lon}\r\n`,
  )
