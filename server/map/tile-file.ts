import type { MapDescription } from '#protocol/map.ts'

/** How a tile is compressed in its file. */
export type TileEncoding = 'gzip' | 'br' | 'identity'

export type StoredTile = { bytes: Uint8Array; encoding: TileEncoding }

/** The place of a tile. Rows count from the north. */
export type TilePlace = { z: number; x: number; y: number }

/** An open file of tiles. */
export type TileFile = {
  description: Omit<MapDescription, 'version'>
  /** Returns a tile as it is stored, or undefined if the map has no such tile. Rejects if the file is damaged there. */
  read(place: TilePlace): Promise<StoredTile | undefined>
  close(): Promise<void>
}

/** Thrown if the file is not a map that we can serve. Its message gives the reason, without the path. */
export class UnusableMap extends Error {}

/** Returns the attribution of a file as plain text, because many contain links. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&copy;|&#169;/g, '©')
    .replaceAll('&amp;', '&')
    .trim()
