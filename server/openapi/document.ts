import { z } from 'zod'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { COPY_PATH } from '#protocol/copy.ts'
import type { Operation } from './description.ts'

type Json = Record<string, unknown>

const PROBLEM = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullable(),
  hint: z.string().nullable(),
})

const BASE = '/functions/v1/'
const TAGS = { office: 'Back office', copy: 'Customer’s page', other: 'Functions' } as const

/** Returns the OpenAPI 3.1 document of these operations, without the server's address. */
export function openApiDocument(operations: readonly Operation[]): Json {
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Doorstep: functions and back office',
      version: '1',
      description: 'The tables are described at `/rest/v1/`.',
    },
    security: [{ apikey: [] }, { bearer: [] }],
    tags: Object.values(TAGS).map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        apikey: { type: 'apiKey', in: 'header', name: 'apikey', description: 'The public key.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The public key.' },
      },
      schemas: { Problem: schemaOf(PROBLEM) },
      responses: {
        Problem: { description: 'A refusal', content: json({ $ref: '#/components/schemas/Problem' }) },
      },
    },
  }
}

function operationObject(operation: Operation): Json {
  const { method, path, summary, body, answer, status = 200, refusal, isOpen } = operation
  return {
    operationId: nameOf(method, path),
    summary,
    tags: [tagOf(path)],
    ...(isOpen && { security: [] }),
    parameters: [...pathParameters(operation), ...queryParameters(operation.query)],
    ...(body && { requestBody: { required: true, content: contentOf(body) } }),
    responses: {
      [status]: { description: 'Done', ...(answer && { content: contentOf(answer) }) },
      '4XX': refusal
        ? { description: 'A refusal', content: json(schemaOf(refusal)) }
        : { $ref: '#/components/responses/Problem' },
    },
  }
}

/** Returns an operation's name: `GET /functions/v1/back-office/deliveries/:id` is `getBackOfficeDeliveriesId`. */
const nameOf = (method: string, path: string) =>
  method.toLowerCase() +
  path.replace(BASE, '/').replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase())

const tagOf = (path: string) =>
  path.startsWith(BACK_OFFICE_PATH) ? TAGS.office : path.startsWith(COPY_PATH) ? TAGS.copy : TAGS.other

function pathParameters({ path, params }: Operation): Json[] {
  const schemas = params ? propertiesOf(params) : {}
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: schemas[name] ?? { type: 'string' },
  }))
}

function queryParameters(query: z.ZodType | undefined): Json[] {
  if (!query) return []
  const { required = [] } = schemaOf(query) as { required?: string[] }
  return Object.entries(propertiesOf(query)).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const propertiesOf = (schema: z.ZodType) => (schemaOf(schema)['properties'] ?? {}) as Record<string, Json>

/** Returns the JSON Schema of what a client may send or receives. Leaves out checks that JSON Schema cannot express. */
function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

const json = (schema: Json) => ({ 'application/json': { schema } })

const contentOf = (answer: z.ZodType | string): Json =>
  typeof answer === 'string' ? { [answer]: { schema: { type: 'string' } } } : json(schemaOf(answer))
