#!/usr/bin/env node
import path from 'node:path'
import { findNode, installPackages, launch, run } from './toolchain.mjs'

const standingIn = process.env.INIT_CWD ?? process.cwd()

/** `npx doorstep backup FILE`: keeps, restores and erases what is stored. A file is named from where one stands. */
await launch(async () => {
  const [verb = '', ...rest] = process.argv.slice(2)
  const isFile = (word) => verb !== 'erase' && !word.startsWith('-')
  const given = [verb, ...rest.map((word) => (isFile(word) ? path.resolve(standingIn, word) : word))]
  await installPackages()
  return run(findNode(), ['--disable-warning=ExperimentalWarning', 'server/doorstep.ts', ...given])
})
