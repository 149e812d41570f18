#!/usr/bin/env node
import { findNode, isInstalled, launch, Refused, run } from './toolchain.mjs'

const calledIn = process.env.INIT_CWD ?? process.cwd()

/** The second option saves 100 MiB of memory during the import of a large file, and costs no time. */
const OPTIONS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8']

/**
 * `npx doorstep backup FILE`: runs an operator's command on the stored data. Files are relative to the caller's folder.
 * It installs nothing, because a server may be running on these packages.
 */
await launch(async () => {
  if (!isInstalled())
    throw new Refused(`Doorstep is not installed in ${process.cwd()}: run npm ci --omit=dev there first.`)
  const args = [...OPTIONS, 'server/cli.ts', ...process.argv.slice(2)]
  return run(findNode(), args, { env: { ...process.env, DOORSTEP_CALLED_IN: calledIn } })
})
