import { installSystemPackage } from './system-package.mjs'
import { output, program, Refused, run, say } from './toolchain.mjs'

const SYSTEM_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser to test with, as `CHROMIUM_PATH`: one that is there, else Playwright's, else the system's package. */
export async function findBrowser(node) {
  const installed = () => {
    const script = "import('@playwright/test').then((p) => console.log(p.chromium.executablePath()))"
    return output(node, ['--input-type=module', '-e', script])
  }
  const isBrowser = (file) => file && output(file, ['--version']) !== ''
  const find = () => [process.env.CHROMIUM_PATH, ...SYSTEM_BROWSERS, installed()].find(isBrowser)

  let browser = find()
  if (!browser) {
    say('Installing a browser ...')
    await run(node, [program('playwright', '@playwright/test'), 'install', 'chromium'])
    browser = find() ?? ((await installSystemPackage('chromium')) && find())
  }
  if (browser) return { CHROMIUM_PATH: output('which', [browser]) || browser }
  throw new Refused('No browser for the tests: install Chromium, or set CHROMIUM_PATH to one.')
}
