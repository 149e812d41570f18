export function findPostgresPrograms(): string | undefined
export function postgresFolders(environment: Readonly<Record<string, string | undefined>>): string[]
