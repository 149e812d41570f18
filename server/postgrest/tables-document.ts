import type { Column, ColumnType, Table } from './catalogue.ts'

type Json = Record<string, unknown>
type Comments = ReadonlyMap<string, string>

/** The names of PostgreSQL's types, which clients know from PostgREST. */
const TYPES: Record<ColumnType, { format: string; type: string }> = {
  text: { format: 'text', type: 'string' },
  uuid: { format: 'uuid', type: 'string' },
  integer: { format: 'integer', type: 'integer' },
  bigint: { format: 'bigint', type: 'integer' },
  money: { format: 'numeric', type: 'number' },
  decimal: { format: 'numeric', type: 'string' },
  boolean: { format: 'boolean', type: 'boolean' },
  date: { format: 'date', type: 'string' },
  moment: { format: 'timestamp with time zone', type: 'string' },
}

const JSON_TYPE = 'application/json'
const PRODUCES = [
  JSON_TYPE,
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
]

/** PostgREST's own words, by which clients such as n8n recognise keys. */
const PRIMARY_KEY = 'Note:\nThis is a Primary Key.<pk/>'
const LEAD_KEY = "Note:\nThis is a Foreign Key to `leads.id`.<fk table='leads' column='id'/>"
const NOTES = new Map([
  ['id', PRIMARY_KEY],
  ['opportunities.lead_id', LEAD_KEY],
])

/**
 * Returns the description of the tables in the form of PostgREST's root (Swagger 2.0), without host and schemes.
 * `comments` are the database's.
 */
export function tablesDocument(tables: readonly Table[], comments: Comments): Json {
  const byName = <Value>(value: (table: Table) => Value) =>
    tables.map((table) => [table.name, value(table)] as const)
  return {
    swagger: '2.0',
    info: { title: 'Doorstep: tables', version: '1', description: 'The tables in the dialect of PostgREST.' },
    basePath: '/rest/v1',
    consumes: [JSON_TYPE],
    produces: PRODUCES,
    securityDefinitions: { apikey: { type: 'apiKey', in: 'header', name: 'apikey' } },
    security: [{ apikey: [] }],
    paths: {
      '/': { get: INTROSPECTION },
      ...Object.fromEntries(
        byName((table) => pathOf(table, comments)).map(([name, path]) => [`/${name}`, path]),
      ),
    },
    definitions: Object.fromEntries(byName((table) => definitionOf(table, comments))),
    parameters: Object.fromEntries([
      ...SHARED_PARAMETERS,
      ...tables.flatMap((table) => parametersOf(table, comments)),
    ]),
  }
}

const INTROSPECTION = {
  tags: ['Introspection'],
  summary: 'OpenAPI description (this document)',
  produces: ['application/openapi+json', JSON_TYPE],
  responses: { 200: { description: 'OK' } },
}

function pathOf(table: Table, comments: Comments): Json {
  const summary = comments.get(table.name)
  const common = { tags: [table.name], ...(summary && { summary }) }
  const filters = [...table.columns.keys()].map((column) => `rowFilter.${table.name}.${column}`)
  const page = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount']
  const rows = { type: 'array', items: { $ref: `#/definitions/${table.name}` } }
  const operations = {
    get: {
      ...common,
      parameters: refs([...filters, ...page]),
      responses: { 200: { description: 'OK', schema: rows }, 206: { description: 'Partial Content' } },
    },
    post: {
      ...common,
      parameters: refs([`body.${table.name}`, 'select', 'preferPost']),
      responses: { 201: { description: 'Created' } },
    },
    patch: {
      ...common,
      parameters: refs([...filters, `body.${table.name}`, 'preferReturn']),
      responses: { 204: { description: 'No Content' } },
    },
  }
  return Object.fromEntries((['get', ...table.writes] as const).map((method) => [method, operations[method]]))
}

const refs = (names: readonly string[]) => names.map((name) => ({ $ref: `#/parameters/${name}` }))

function definitionOf({ name, columns }: Table, comments: Comments): Json {
  const all = [...columns.values()]
  const description = comments.get(name)
  return {
    ...(description && { description }),
    required: all.filter((column) => column.required).map((column) => column.name),
    properties: Object.fromEntries(all.map((column) => [column.name, propertyOf(name, column, comments)])),
    type: 'object',
  }
}

function propertyOf(table: string, { name, type }: Column, comments: Comments): Json {
  const notes = [comments.get(`${table}.${name}`), NOTES.get(name) ?? NOTES.get(`${table}.${name}`)]
  const description = notes.filter((note) => note !== undefined).join('\n\n')
  return { ...(description && { description }), ...TYPES[type] }
}

function parametersOf({ name, columns, writes }: Table, comments: Comments): [string, Json][] {
  const filters = [...columns.values()].map((column): [string, Json] => [
    `rowFilter.${name}.${column.name}`,
    {
      ...optional(column.name, 'query', comments.get(`${name}.${column.name}`)),
      format: TYPES[column.type].format,
    },
  ])
  const schema = { $ref: `#/definitions/${name}` }
  const body: [string, Json] = [
    `body.${name}`,
    { name, description: name, required: false, in: 'body', schema },
  ]
  return writes.length > 0 ? [body, ...filters] : filters
}

const optional = (name: string, place: string, description?: string): Json => ({
  name,
  ...(description && { description }),
  required: false,
  in: place,
  type: 'string',
})

const prefer = (...values: string[]) => ({ ...optional('Prefer', 'header', 'Preference'), enum: values })
const RETURN = ['return=representation', 'return=minimal', 'return=headers-only']
const PAGE = 'Limiting and Pagination'

const SHARED_PARAMETERS: [string, Json][] = [
  ['preferReturn', prefer(...RETURN)],
  ['preferCount', prefer('count=exact', 'count=planned', 'count=estimated')],
  ['preferPost', prefer(...RETURN, 'resolution=ignore-duplicates', 'resolution=merge-duplicates')],
  ['select', optional('select', 'query', 'Filtering Columns')],
  ['on_conflict', optional('on_conflict', 'query', 'On Conflict')],
  ['order', optional('order', 'query', 'Ordering')],
  ['range', optional('Range', 'header', PAGE)],
  ['rangeUnit', { ...optional('Range-Unit', 'header', PAGE), default: 'items' }],
  ['offset', optional('offset', 'query', PAGE)],
  ['limit', optional('limit', 'query', PAGE)],
]
