#!/usr/bin/env node
import path from 'node:path'
import { findNode, isInstalled, launch, Refused, run } from './toolchain.mjs'

const callersFolder = process.env.INIT_CWD ?? process.cwd()

/**
 * `npx doorstep backup FILE`: backs up, restores and erases what is stored. A file is relative to the caller's folder. It
 * installs nothing, since a server may be running on these packages.
 */
await launch(async () => {
  const [verb = '', ...rest] = process.argv.slice(2)
  const isFile = (word) => verb !== 'erase' && !word.startsWith('-')
  const given = [verb, ...rest.map((word) => (isFile(word) ? path.resolve(callersFolder, word) : word))]
  if (!isInstalled())
    throw new Refused(`Doorstep is not installed in ${process.cwd()}: run npm ci --omit=dev there first.`)
  return run(findNode(), ['--disable-warning=ExperimentalWarning', 'server/cli.ts', ...given])
})
