import { prepareThread } from './db/embedded/database-thread.ts'
import { readEnvironment } from './environment.ts'

const environment = readEnvironment()
// The thread of an embedded database takes as long to start as the rest of the server takes to load.
if (environment.ok && environment.value.DATABASE_URL === undefined) prepareThread()
// Not awaited, because parts of the built server import this file.
void import('./serve.ts').then(({ serve }) => serve(environment))
