import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { unpackTar } from 'modern-tar/fs'

/** Unpacks a `.tar.gz` of a database's files into `folder`, where only their owner may read them. */
export const unpackFiles = (archive: Readable, folder: string): Promise<void> =>
  pipeline(archive, createGunzip(), unpackTar(folder, { dmode: 0o700, fmode: 0o600 }))
