import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '#protocol/release.ts'
import { hashSource } from './hash-source.ts'
import { type PackedText, packText } from './packed-text.ts'

/**
 * Files that the phone must not cache: licences, files that its system fetches itself, and scripts of office pages that
 * need the server anyway.
 */
const NOT_KEPT = /\.(webmanifest|png|txt)$|(^|\/)(back-office|sign-in)-[^/]*$/
const NAME_LENGTH = 12

/**
 * Returns the service worker with the release written before it: the pages as this server sends them, by their path,
 * and the built files that phones keep. The pages contain the settings, so other settings make another release.
 */
export async function buildWorkerScript(
  distDir: string,
  files: readonly string[],
  pages: Readonly<Record<string, PackedText>>,
  notFound: string,
): Promise<PackedText> {
  const built = await readFile(join(distDir, 'service-worker.js'), 'utf8')
  const hashes = Object.entries(pages).map(([path, { integrity }]) => [path, integrity] as const)
  const contents = Object.fromEntries([...hashes, ...(await hashFiles(distDir, files))])
  const name = hashSource(built + JSON.stringify(contents)).slice(-NAME_LENGTH)
  const release: Release = { name, contents, notFound }
  return packText(`const release=${JSON.stringify(release)};\n${built}`, {
    type: 'text/javascript; charset=utf-8',
    contentSecurityPolicy: "default-src 'none'; connect-src 'self'",
  })
}

function hashFiles(
  distDir: string,
  files: readonly string[],
): Promise<(readonly [path: string, integrity: string])[]> {
  const kept = files.filter((file) => !NOT_KEPT.test(file))
  return Promise.all(
    kept.map(async (file) => [`/${file}`, hashSource(await readFile(join(distDir, file)))] as const),
  )
}
