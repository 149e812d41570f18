/** Loads the parts of this step that the first screen does not need. Rejects if they do not arrive. */
export const parts = () => import('./later-parts.ts').then((module) => module.laterParts)
