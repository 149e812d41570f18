/**
 * The tiles on this phone have a database of their own: it can be deleted as a whole, without a look at what else the
 * phone keeps.
 */
export const MAP_DATABASE = 'doorstep-map'

/** Deletes every tile, which is the first thing to go if storage is short (docs/product 18.5). */
export const giveUpMap = (): IDBOpenDBRequest => indexedDB.deleteDatabase(MAP_DATABASE)
