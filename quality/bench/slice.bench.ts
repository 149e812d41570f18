import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { encodeSlice } from '#protocol/premises-slice.ts'
import { openBrowser, slowDown, takePhone } from './harness/phone.ts'
import { makePremises, SLICE_HEAD } from './harness/premises.ts'
import { report } from './harness/report.ts'
import { alternate, median, quantile } from './harness/rounds.ts'

/**
 * How many bytes are 10,000 premises in 701 postcodes, and how long does a phone with a processor four times slower
 * take to unpack them? For comparison, the same premises as JSON.
 */
const POSTCODES = 701
const PREMISES = 10_000
const ROUNDS = 31
const CPU_RATE = 4

const premises = makePremises(POSTCODES, PREMISES)
const packed = encodeSlice(SLICE_HEAD, premises)
const json = JSON.stringify({ ...SLICE_HEAD, premises })

/** Returns the code of the slice as a script for a page, with its exports as `slice`. */
async function scriptOfSlice(): Promise<string> {
  const built = await build({
    logLevel: 'error',
    configFile: false,
    build: {
      write: false,
      lib: { entry: 'protocol/premises-slice.ts', formats: ['iife'], name: 'slice' },
    },
  })
  const [{ output }] = built as [Rolldown.RolldownOutput]
  return output[0].code
}

const browser = await openBrowser()
const phone = await takePhone(browser)
const { page } = phone
await page.setContent('<!doctype html><title>slice</title>')
await page.addScriptTag({ content: await scriptOfSlice() })
await page.evaluate(
  `globalThis.packed = Uint8Array.from(atob('${Buffer.from(packed).toString('base64')}'), (sign) => sign.charCodeAt(0))`,
)
await page.evaluate((text) => Object.assign(globalThis, { json: text }), json)
await slowDown(phone, CPU_RATE)

const timed = (work: string): Promise<number> =>
  page.evaluate(`(() => { const from = performance.now(); ${work}; return performance.now() - from })()`)
const { slice, plain } = await alternate(
  { slice: () => timed('slice.decodeSlice(packed)'), plain: () => timed('JSON.parse(json)') },
  ROUNDS,
)
await browser.close()

const kb = (bytes: number) => Math.round(bytes / 10) / 100
report(
  'slice',
  `${PREMISES} premises in ${POSTCODES} postcodes, packed and as JSON, on a processor 4 times slower`,
  [
    { what: 'packed, gzip', value: kb(gzipSync(packed).length), unit: 'kB', target: '<= 20' },
    { what: 'packed', value: kb(packed.length), unit: 'kB' },
    { what: 'JSON, gzip', value: kb(gzipSync(json).length), unit: 'kB' },
    { what: 'JSON', value: kb(json.length), unit: 'kB' },
    { what: 'unpacking, median', value: median(slice), unit: 'ms', target: '<= 16.7' },
    { what: 'unpacking, 95th percentile', value: quantile(slice, 0.95), unit: 'ms', target: '<= 16.7' },
    { what: 'parsing the JSON, median', value: median(plain), unit: 'ms' },
  ],
)
