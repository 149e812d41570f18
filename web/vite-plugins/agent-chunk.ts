import type { Rolldown } from 'vite'

/** The pages and the lazily loaded modules that load others, by the ends of their paths. */
const FIRST_PAGE = /\/web\/index\.html$/
/** The documents without a framework. */
const SMALL_PAGES = /\/web\/(copy|enrol)\.html$/
const LOADED_LATER = {
  /** Loaded with the first screen. */
  parts: /\/(later-parts|http-sending|call-toasts|start-later)\.ts$/,
  /** Loaded after the leads: the steps that an agent can reach within seconds. */
  steps: /\/(service|customer)-step\.tsx$/,
  /** Loaded once the app is installed, or once the agent needs it. */
  later: /\/((contract|submit)-step|tracker-dialog)\.tsx$|\/later-dialogs\.ts$/,
}
/** Loaded once the agent chooses one of these views. */
const VIEWS = /\/(walk|map)-view\.tsx$/

/**
 * Icons that the first page does not show. All icons are imported through one list, so we cannot know who needs which.
 */
const LATER_ICONS =
  /\/lucide\/.*\/(ban|calendar-plus|check|chevron-(down|left|right)|circle-(pause|question-mark|x)|clock|copy|id-card|keyboard|minus|pen-line|sun)\.mjs$/

/**
 * Names the chunk of a module that an agent needs after the first page: the first of `parts`, `steps` and `later` that
 * needs it. If the office needs the module too, its chunk is separate (`shared-`), so that neither loads modules that
 * only the other needs. Returns null for everything else (decision 53).
 */
export function agentChunk(
  id: string,
  modules: Pick<Rolldown.ChunkingContext, 'getModuleInfo'>,
): string | null {
  if (LATER_ICONS.test(id)) return 'shared-parts'
  const loaders = loadersOf(id, modules)
  const isLoadedBy = (which: RegExp) => loaders.some((loader) => which.test(loader))
  if (isLoadedBy(FIRST_PAGE) || isLoadedBy(SMALL_PAGES)) return null
  const [name] = Object.entries(LOADED_LATER).find(([, which]) => isLoadedBy(which)) ?? []
  if (!name) return null
  const isOfAgent = (loader: string) =>
    [...Object.values(LOADED_LATER), VIEWS].some((which) => which.test(loader))
  return loaders.every(isOfAgent) ? name : `shared-${name}`
}

/** Returns the pages and lazily loaded modules that load a module. It may be one of them itself. */
function loadersOf(id: string, modules: Pick<Rolldown.ChunkingContext, 'getModuleInfo'>): string[] {
  const importers = new Set([id])
  for (const one of importers)
    for (const importer of modules.getModuleInfo(one)?.importers ?? []) importers.add(importer)
  return [...importers].filter((one) => {
    const known = modules.getModuleInfo(one)
    return known && (known.isEntry || known.dynamicImporters.length > 0)
  })
}
