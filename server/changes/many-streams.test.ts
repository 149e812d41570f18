import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHANGES_PATH } from '#protocol/changes.ts'
import { serveMany } from '../testing/many-followers.ts'

const STREAMS = 2_000
/** About four times what a stream takes. */
const MAX_KIB_A_STREAM = 64

let many: Awaited<ReturnType<typeof serveMany>>
beforeAll(async () => {
  many = await serveMany()
})
afterAll(() => many?.stop())

test(`${STREAMS} apps follow one process, and each receives a sale`, async () => {
  await many.sell('first')
  const before = await many.metric('process_resident_memory_bytes')
  const apps = await Promise.all(Array.from({ length: STREAMS }, follow))
  expect(await many.metric('doorstep_open_streams')).toBe(STREAMS)
  const kibibytes = ((await many.metric('process_resident_memory_bytes')) - before) / STREAMS / 1024

  const received = Promise.all(apps.map(({ receive }) => receive('"session_id":"second"')))
  await many.sell('second')
  expect(await received).toHaveLength(STREAMS)
  expect(kibibytes).toBeLessThan(MAX_KIB_A_STREAM)
})

/** Opens a stream like an app, but on a plain socket. Resolves when the stream is ready. */
async function follow() {
  const app = many.connect()
  app.write(`GET ${CHANGES_PATH}?apikey=public-anon-key HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  await app.receive('event:ready')
  return app
}
