/** What a page tells the worker: that it has opened, or that the agent wants the release that waits. */
export type WorkerOrder = 'page-opened' | 'take-over'

/** The cache of the copies that the page keeps of signed sales (`web/storage`): no release owns it. */
export type SecondCopiesCache = 'doorstep-second-copies'
