import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { MapDescription, NoMap } from '#protocol/map.ts'
import { mapVersionOf } from './map-version.ts'
import { openMbtiles } from './mbtiles.ts'
import { openPmtiles } from './pmtiles.ts'
import { type TileFile, UnusableMap } from './tile-file.ts'

const FOLDER = 'map'
const OPENERS = { '.mbtiles': openMbtiles, '.pmtiles': openPmtiles }

/** An open map. */
export type OpenMap = { description: MapDescription; read: TileFile['read'] }
export type MapOrNone = OpenMap | { description: NoMap }

/** The one file of tiles in `DATA_DIR/map`. It may be added, replaced and removed while the server runs. */
export type MapFile = {
  /** Returns the map that is in the folder now. Never rejects. */
  current(): Promise<MapOrNone>
  close(): Promise<void>
}

type Opened = { state: string; map: Promise<MapOrNone>; close: () => Promise<void> }

/** Creates the map file. It reads nothing until it is asked. */
export function createMapFile({ dataDir, log }: { dataDir: string; log: FastifyBaseLogger }): MapFile {
  const folder = path.join(dataDir, FOLDER)
  let opened: Opened | undefined

  async function current(): Promise<MapOrNone> {
    const found = await findFile(folder)
    if (opened?.state === found.state) return opened.map
    const before = opened
    opened = begin(found)
    await before?.close()
    return opened.map
  }

  function begin({ state, file, message }: Found): Opened {
    if (file === undefined) return { state, map: Promise.resolve(none(message)), close: async () => {} }
    const opening = openMap(file)
    return {
      state,
      map: opening.catch((error: Error) => {
        log.warn({ err: error }, 'the map file cannot be used')
        return none(
          `The file in DATA_DIR/map cannot be used: ${error instanceof UnusableMap ? error.message : 'it is damaged or unfinished'}.`,
        )
      }),
      close: async () => (await opening.catch(() => undefined))?.close(),
    }
  }

  return {
    current,
    async close() {
      await opened?.close()
      opened = undefined
    },
  }
}

const none = (message: string): MapOrNone => ({ description: { version: null, message } })

async function openMap(file: string): Promise<OpenMap & { close: TileFile['close'] }> {
  const extension = path.extname(file).toLowerCase() as keyof typeof OPENERS
  const version = await mapVersionOf(file)
  const { description, read, close } = await OPENERS[extension](file)
  return { description: { version, ...description }, read, close }
}

/** `state` changes whenever another file must be opened. */
type Found = { state: string; file?: string; message: string }

async function findFile(folder: string): Promise<Found> {
  const names = (await readdir(folder).catch(() => [])).filter(isMap)
  const [name] = names
  if (name === undefined)
    return { state: '', message: 'There is no map: DATA_DIR/map has no .mbtiles or .pmtiles file.' }
  if (names.length > 1)
    return {
      state: names.join('/'),
      message: `DATA_DIR/map has ${names.length} map files. Leave one of them there.`,
    }
  const file = path.join(folder, name)
  const { ino, size, mtimeMs } = await stat(file).catch(() => ({ ino: 0, size: 0, mtimeMs: 0 }))
  return { state: [name, ino, size, mtimeMs].join('/'), file, message: '' }
}

const isMap = (name: string) => !name.startsWith('.') && path.extname(name).toLowerCase() in OPENERS
