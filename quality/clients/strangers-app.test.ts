import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from '@playwright/test'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiSchema } from '#server/postgrest/differential/api-schema.ts'
import { findPostgrest, startPostgrest } from '#server/postgrest/differential/real-postgrest.ts'
import { SAMPLE_ROWS } from '#server/postgrest/differential/sample-rows.ts'
import { freshDatabase } from '#server/testing/databases.ts'
import { serve } from '#server/testing/run-doorstep.ts'
import type { OtherSite } from '../e2e/other-site.ts'
import { buildStrangersApp, serveStrangersApp } from '../e2e/strangers-app.ts'
import { useDesk } from './use-desk.ts'

const program = findPostgrest()

// For some machines, the package has no program.
describe.skipIf(!program)("the stranger's app", () => {
  let browser: Browser
  let desk: OtherSite
  let backend = { url: '', key: '' }
  beforeAll(async () => {
    const folder = await buildStrangersApp('comparison')
    desk = await serveStrangersApp(folder, () => backend)
    const executablePath = process.env.CHROMIUM_PATH
    browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--disable-gpu'] })
  })
  afterAll(async () => {
    await browser?.close()
    desk?.close()
  })

  test('gets the same from Doorstep as from the real PostgREST', async () => {
    const postgrest = await servePostgrest(program ?? '')
    backend = postgrest
    const theirs = await useDesk(browser, desk.url)
    await postgrest.stop()

    const doorstep = await serveDoorstep(desk.url)
    backend = doorstep
    const ours = await useDesk(browser, desk.url)
    await doorstep.stop()

    expect(ours.writes).toHaveLength(8)
    expect(ours).toEqual(theirs)
  })
})

/** Serves the sample rows with PostgREST under `/rest/v1`, where the official client looks for it. */
async function servePostgrest(program: string) {
  const database = await freshDatabase('postgres')
  await sql.raw(SAMPLE_ROWS).execute(database.db)
  const api = await createApiSchema(database.db)
  const { socketPath, token, stop } = await startPostgrest(program, database.url ?? '', api.role, {
    keepsWrites: true,
  })
  const proxy = http.createServer((request, response) => {
    // The official client asks for the schema `public`, but PostgREST has its views in another one.
    const { 'accept-profile': _, 'content-profile': __, ...headers } = request.headers
    const { url = '', method } = request
    if (!url.startsWith('/rest/v1/')) return void response.writeHead(404).end()
    const path = url.slice('/rest/v1'.length)
    const passed = http.request({ socketPath, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    // PostgREST may stop while a request is under way.
    passed.once('error', () => response.destroy())
    request.pipe(passed)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    key: token,
    async stop() {
      proxy.closeAllConnections()
      proxy.close()
      await stop()
      await api.drop()
      await database.close()
    },
  }
}

/** Serves the same rows with Doorstep, without a worker, so that only the app writes. */
async function serveDoorstep(origin: string) {
  const database = await freshDatabase('postgres')
  await sql.raw(SAMPLE_ROWS).execute(database.db)
  const settings = { DATABASE_URL: database.url ?? '', CORS_ORIGINS: origin }
  const { url, stop } = await serve(settings, '--role=api')
  return {
    url,
    key: 'public-anon-key',
    async stop() {
      await stop()
      await database.close()
    },
  }
}
