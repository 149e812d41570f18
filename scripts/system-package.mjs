import { output, run } from './toolchain.mjs'

/** Installs a package with apt-get, which needs root. Returns whether it succeeded. */
export async function installSystemPackage(name) {
  if (process.getuid?.() !== 0 || output('apt-get', ['--version']) === '') return false
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['-qq', 'update'], options)
  return (await run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', name], options)) === 0
}
