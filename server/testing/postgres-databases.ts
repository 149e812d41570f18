import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** Runs one statement on the server's own database, as `create database` requires. */
export async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Returns the address of another database on the same server. */
export function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Copies a database without sessions to one with a new name. */
export async function copyDatabase(
  serverUrl: string,
  template: string,
): Promise<{ url: string; name: string }> {
  const name = `doorstep_${randomUUID().replaceAll('-', '')}`
  // By default the copy is also written to the log, which takes twice the processor time.
  await runOnServer(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  return { url: urlOfDatabase(serverUrl, name), name }
}
