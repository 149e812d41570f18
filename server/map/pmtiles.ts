import { type FileHandle, open } from 'node:fs/promises'
import type { Compression, Header, Source, TileType } from 'pmtiles'
import type { TileFormat } from '#protocol/map.ts'
import { plainText, type TileEncoding, type TileFile, UnusableMap } from './tile-file.ts'

/** Formats by the number of the type in the file's header. */
const FORMATS: Partial<Record<TileType, TileFormat>> = { 1: 'pbf', 2: 'png', 3: 'jpg', 4: 'webp' }
const ENCODINGS: Partial<Record<Compression, TileEncoding>> = { 1: 'identity', 2: 'gzip', 3: 'br' }

/**
 * Opens a PMTiles file of version 3. Rejects with {@link UnusableMap}, or with another error if the file is damaged.
 */
export async function openPmtiles(path: string): Promise<TileFile> {
  const { PMTiles } = await import('pmtiles')
  const file = await open(path)
  try {
    const source = sourceOf(file, path)
    const packed = new PMTiles(source)
    // Tiles stay as they are stored; directories are decompressed separately.
    const tiles = new PMTiles(source, undefined, async (bytes) => bytes)
    const header = await packed.getHeader()
    const { name, attribution } = (await packed.getMetadata()) as { name?: unknown; attribution?: unknown }
    return {
      description: {
        name: String(name ?? ''),
        format: formatOf(header),
        bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
        minzoom: header.minZoom,
        maxzoom: header.maxZoom,
        attribution: plainText(String(attribution ?? '')),
      },
      async read({ z, x, y }) {
        const tile = await tiles.getZxy(z, x, y)
        return tile && { bytes: new Uint8Array(tile.data), encoding: encodingOf(header) }
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

function sourceOf(file: FileHandle, path: string): Source {
  return {
    getKey: () => path,
    async getBytes(offset, length) {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset)
      // The first read asks for more bytes than a small file has.
      if (offset > 0 && bytesRead < length) throw new UnusableMap('it ends too early')
      return { data: buffer.buffer.slice(0, bytesRead) as ArrayBuffer }
    },
  }
}

function formatOf(header: Header): TileFormat {
  const format = FORMATS[header.tileType]
  if (!format || !encodingOf(header))
    throw new UnusableMap('its tiles are of a kind that a phone cannot show')
  return format
}

const encodingOf = ({ tileCompression }: Header): TileEncoding => {
  const encoding = ENCODINGS[tileCompression]
  if (encoding) return encoding
  throw new UnusableMap('its tiles are compressed in a way that a browser cannot read')
}
