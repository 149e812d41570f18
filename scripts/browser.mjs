import { installSystemPackage } from './system-package.mjs'
import { output, program, Refused, run, say } from './toolchain.mjs'

const WITH_WINDOWS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const WITHOUT_WINDOWS = 'chromium-headless-shell'

/**
 * Returns a browser as `CHROMIUM_PATH`: an installed one, else Playwright's, else the system's package. The bench needs
 * one that people use. Tests take a seventh less time in one without windows.
 */
export async function findBrowser(node, { mayLackWindows = false } = {}) {
  const known = mayLackWindows ? [WITHOUT_WINDOWS, ...WITH_WINDOWS] : WITH_WINDOWS
  const installed = () => {
    const script = "import('@playwright/test').then((p) => console.log(p.chromium.executablePath()))"
    return output(node, ['--input-type=module', '-e', script])
  }
  const isBrowser = (file) => file && output(file, ['--version']) !== ''
  const find = () => [process.env.CHROMIUM_PATH, ...known, installed()].find(isBrowser)

  let browser = find()
  if (!browser) {
    say('Installing a browser ...')
    await run(node, [program('playwright', '@playwright/test'), 'install', 'chromium'])
    browser = find() ?? (await installPackaged(known, find))
  }
  if (browser) return { CHROMIUM_PATH: output('which', [browser]) || browser }
  throw new Refused('No browser for the tests: install Chromium, or set CHROMIUM_PATH to one.')
}

/** Installs the first of these packages that the system's package manager knows. */
async function installPackaged(known, find) {
  for (const name of known) if (await installSystemPackage(name)) return find()
}
