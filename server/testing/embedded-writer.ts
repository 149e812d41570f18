import { openEmbedded } from '../db/embedded/embedded.ts'

/**
 * A process for tests to kill. It writes leads into the embedded database in the given folder, and prints the number of
 * each one that the database has acknowledged.
 */
const folder = process.argv[2]
if (folder === undefined) throw new Error('Which folder?')
const { db } = await openEmbedded(folder)
for (let number = 1; ; number++) {
  await db
    .insertInto('leads')
    .values({ street_address: `${number} High St`, postcode: '', voucher_value: number })
    .execute()
  process.stdout.write(`${number}\n`)
}
