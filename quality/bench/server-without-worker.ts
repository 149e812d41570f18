import type { AddressInfo } from 'node:net'
import { createApp } from '#server/app.ts'
import { configFromEnv } from '#server/config.ts'
import { createContext } from '#server/context.ts'
import { createLog } from '#server/log.ts'

/** Doorstep without deliveries: the difference shows the cost of the CRM's worker. */
const decision = configFromEnv(process.env)
if (!decision.ok) throw new Error(decision.failure.sentence)
const context = await createContext(decision.value, createLog('info'))
const idle = { ...context.deliveries, start: async () => {}, wake() {}, stop: async () => {} }
const app = createApp({ ...context, deliveries: idle })
await context.database.migrate()
await app.listen({ port: decision.value.port, host: '127.0.0.1' })
const stop = () => void app.close().then(() => process.exit(0))
process.once('SIGTERM', stop)
process.once('disconnect', stop)
console.log(`Without a worker, ready on http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
