import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { MapDescription } from '#protocol/map.ts'
import { MAP_DATABASE } from './give-up-map.ts'

/** A tile as the server sent it; empty where the map has nothing. */
export type KeptTile = { version: string; address: string; bytes: ArrayBuffer; at: number }

/** The part of a map that is kept. `bytes`: the size of its tiles. */
export type KeptMap = { map: MapDescription; bytes: number; tiles: number }

interface MapSchema extends DBSchema {
  tiles: { key: string; value: KeptTile; indexes: { oldest: number } }
  kept: { key: 'map'; value: KeptMap }
}

export type MapDatabase = IDBPDatabase<MapSchema>

let opened: Promise<MapDatabase> | undefined

/** Opens the database of the tiles. It closes by itself if it is deleted while it is open. */
export function openMapDatabase(): Promise<MapDatabase> {
  opened ??= openDB<MapSchema>(MAP_DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('tiles', { keyPath: 'address' }).createIndex('oldest', 'at')
      database.createObjectStore('kept')
    },
    blocking(_current, _wanted, event) {
      ;(event.target as IDBDatabase).close()
      opened = undefined
    },
    terminated() {
      opened = undefined
    },
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}
