import { inject } from 'vitest'

/** The migrated databases of a test run, which tests copy. */
export type Templates = {
  /** A closed embedded database. */
  embedded: { folder: string }
  /** A PostgreSQL server that allows `create database`, and the name of a migrated database on it. */
  postgres: { url: string; database: string }
}

const requested = new Map<string, Promise<unknown>>()

/** Returns a template. The first test of a run that asks for it waits until it is made. */
export function getTemplate<Kind extends keyof Templates>(kind: Kind): Promise<Templates[Kind]> {
  const template = requested.get(kind) ?? requestTemplate(kind)
  requested.set(kind, template)
  return template as Promise<Templates[Kind]>
}

async function requestTemplate(kind: string): Promise<unknown> {
  const answer = await fetch(`${inject('templatesUrl')}/${kind}`)
  if (!answer.ok) throw new Error(`There is no ${kind} database to copy: ${await answer.text()}`)
  return answer.json()
}
