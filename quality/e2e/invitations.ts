import type { Role } from '#domain/access/roles.ts'
import { openDatabase } from '#server/db/database.ts'
import { inviteByOperator } from '#server/identity/people.commands.ts'
import type { Doorstep } from './doorstep.ts'

/** Invites a person on the server, as an operator does. Returns the address to open. */
export async function inviteOnServer({ settings, url }: Doorstep, name: string, role: Role): Promise<string> {
  const database = await openDatabase({ databaseUrl: settings.DATABASE_URL, dataDir: '' }, console)
  try {
    const setting = { db: database.db, by: { actor: 'operator' }, role: 'admin', origin: url } as const
    const invited = await inviteByOperator(setting, { name, role })
    if (!invited.ok) throw new Error(invited.failure.body.message)
    return invited.value.address
  } finally {
    await database.close()
  }
}
