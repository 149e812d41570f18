import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Release } from '#protocol/release.ts'
import { hashSource } from './hash-source.ts'
import { type PackedText, packText } from './packed-text.ts'

/**
 * Files that the phone must not cache: compressed copies, licences, documents as they were built, files that its system
 * fetches itself, and scripts of office pages that need the server anyway.
 */
const NOT_KEPT = /\.(br|gz|html|webmanifest|png|txt)$|^\.|^service-worker\.js$|^(back-office|sign-in)-/
const NAME_LENGTH = 12

/**
 * Returns the service worker with the release written before it: the pages as this server sends them, by their path,
 * and the files of the build. The pages contain the settings, so other settings make another release.
 */
export async function buildWorkerScript(
  distDir: string,
  pages: Readonly<Record<string, PackedText>>,
  notFound: string,
): Promise<PackedText> {
  const built = await readFile(join(distDir, 'service-worker.js'), 'utf8')
  const hashes = Object.entries(pages).map(([path, { integrity }]) => [path, integrity] as const)
  const contents = Object.fromEntries([...hashes, ...(await hashFiles(distDir))])
  const name = hashSource(built + JSON.stringify(contents)).slice(-NAME_LENGTH)
  const release: Release = { name, contents, notFound }
  return packText(`const release=${JSON.stringify(release)};\n${built}`, {
    type: 'text/javascript; charset=utf-8',
    contentSecurityPolicy: "default-src 'none'; connect-src 'self'",
  })
}

async function hashFiles(distDir: string): Promise<(readonly [path: string, integrity: string])[]> {
  const entries = await readdir(distDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !NOT_KEPT.test(entry.name)).sort(byName)
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = join(parentPath, name)
      const path = relative(distDir, file).replaceAll(sep, '/')
      return [`/${path}`, hashSource(await readFile(file))] as const
    }),
  )
}

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
