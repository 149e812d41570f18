/** What a page tells the worker: that it has opened, or that the agent wants the release that waits. */
export type WorkerOrder = 'page-opened' | 'take-over'
