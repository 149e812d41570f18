import { findNode, installPackages, launch, run } from './toolchain.mjs'

/** `npm run dev`: installs missing packages, then runs the development loop until Ctrl-C. */
await launch(async () => {
  await installPackages({ forDevelopment: true })
  return run(findNode(), ['--disable-warning=ExperimentalWarning', 'scripts/dev/dev.ts'])
})
