/**
 * The settings of a running Doorstep, read once from the environment (decisions: running it). The only place
 * that knows `process.env`.
 */
export type Config = Readonly<{
  port: number
  host: string
  dataDir: string
  /** A PostgreSQL instead of the embedded one. */
  databaseUrl: string | undefined
  publicKey: string
  publicUrl: string | undefined
  localArea: string
  webhook: Readonly<{ url: string; secret: string | undefined; allowPrivate: boolean }> | undefined
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}>
