/** A page's message to the worker: the page has opened, or the agent wants the release that waits. */
export type WorkerOrder = 'page-opened' | 'take-over'

/** The cache with the second copies of signed sales (`web/storage`). It belongs to no release. */
export type SecondCopiesCache = 'doorstep-second-copies'
