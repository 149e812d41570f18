/** One import, as paths from the root. If the file is not ours, `to` is the name of a package. */
export type Import = { from: string; to: string }
export type BrokenArrow = Import & { rule: string }

const TEST = /\.(test|testing)\.tsx?$|\/testing\//
const FOLDERS = ['domain', 'protocol', 'crm', 'server', 'web', 'quality', 'scripts']

/** The folders that production code of a folder may import besides its own (ARCHITECTURE.md). Tests may import more. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  protocol: ['domain'],
  crm: ['domain'],
  web: ['protocol', 'domain'],
  server: ['protocol', 'domain', 'crm'],
}
/** Tests may also import what they need to run the real thing, but web and server never meet. */
const ARROWS_OF_TESTS: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  protocol: ['domain'],
  crm: ['domain', 'server'],
  web: ['protocol', 'domain'],
  server: ['protocol', 'domain', 'crm', 'quality'],
}
const SCREENS = /^web\/screens\/([^/]+)\//

/** Returns every import that goes against an arrow, with the rule that it breaks. */
export const findBrokenArrows = (imports: readonly Import[]): BrokenArrow[] =>
  imports.flatMap((one) => {
    const rule = brokenRule(one)
    return rule === undefined ? [] : [{ ...one, rule }]
  })

function brokenRule({ from, to }: Import): string | undefined {
  const [source = '', target = ''] = [from.split('/')[0], to.split('/')[0]]
  const isTest = TEST.test(from)
  const allowed = (isTest ? ARROWS_OF_TESTS : ARROWS)[source]
  if (!allowed) return undefined
  if (!FOLDERS.includes(target)) return brokenByPackage(from, to, isTest)
  if (target === source) return brokenBetweenScreens(from, to)
  return allowed.includes(target) ? undefined : `${source} may import ${allowed.join(', ') || 'nothing'}.`
}

function brokenByPackage(from: string, to: string, isTest: boolean): string | undefined {
  if (isTest) return undefined
  if (from.startsWith('domain/')) return 'domain imports nothing: no I/O, no clock, no framework.'
  const runsInBrowser = from.startsWith('web/') && !/^web\/(vite-plugins\/|vite\.config)/.test(from)
  if ((runsInBrowser || from.startsWith('protocol/')) && to.startsWith('node:'))
    return 'this code runs in a browser too.'
  return undefined
}

function brokenBetweenScreens(from: string, to: string): string | undefined {
  const [, screen] = SCREENS.exec(from) ?? []
  const [, other] = SCREENS.exec(to) ?? []
  return screen && other && screen !== other ? 'screens know nothing of each other.' : undefined
}

/** Returns one cycle of imports. Its first file is repeated at the end. */
export function findCycle(imports: readonly Import[]): string[] | undefined {
  const next = Map.groupBy(imports, ({ from }) => from)
  const done = new Set<string>()
  const trail: string[] = []

  function visit(file: string): string[] | undefined {
    const at = trail.indexOf(file)
    if (at >= 0) return [...trail.slice(at), file]
    if (done.has(file)) return undefined
    trail.push(file)
    for (const { to } of next.get(file) ?? []) {
      const cycle = visit(to)
      if (cycle) return cycle
    }
    trail.pop()
    done.add(file)
    return undefined
  }

  for (const file of next.keys()) {
    const cycle = visit(file)
    if (cycle) return cycle
  }
  return undefined
}
