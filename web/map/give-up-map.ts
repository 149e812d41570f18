/** The tiles on this phone have their own database, which can be deleted whole, whatever else the phone keeps. */
export const MAP_DATABASE = 'doorstep-map'

/** Deletes every tile. They are the first to go if storage is short (docs/product 18.5). */
export const giveUpMap = (): IDBOpenDBRequest => indexedDB.deleteDatabase(MAP_DATABASE)
