/** Waits for a call of the client, shows its error if there is one, and reads the lists again. */
export type Run = (call: PromiseLike<{ error: { message: string } | null }>) => Promise<void>
