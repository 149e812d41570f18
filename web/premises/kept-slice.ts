import { type DBSchema, openDB } from 'idb'

/** The premises data that the phone keeps. `bytes` is null if no data was active when the phone last asked. */
export type KeptSlice = { etag: string | null; bytes: Uint8Array | null }

interface PremisesSchema extends DBSchema {
  slices: { key: string; value: KeptSlice }
}

const KEY = 'slice'

/** Works on a separate database, which holds no sale and may be deleted at any time. */
async function use<Result>(
  work: (database: Awaited<ReturnType<typeof open>>) => Promise<Result>,
): Promise<Result> {
  const database = await open()
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

const open = () =>
  openDB<PremisesSchema>('doorstep-premises', 1, {
    upgrade: (database) => void database.createObjectStore('slices'),
  })

/** Returns the kept slice; undefined if the phone has never asked. */
export const readSlice = (): Promise<KeptSlice | undefined> => use((database) => database.get('slices', KEY))

export const keepSlice = (slice: KeptSlice): Promise<unknown> =>
  use((database) => database.put('slices', slice, KEY))
