import { calls, type Path } from '@glasshouse/core/calls'
import { describeError } from '@glasshouse/core/errors/messages'
import { type ErrorCode, errorCodes } from '@glasshouse/core/errors/registry'
import type { CallSpec } from '@glasshouse/core/wire/call'
import { maxPage } from '@glasshouse/core/wire/codec'
import { languages } from '@glasshouse/core/wire/languages'
import { z } from 'zod'
import type { RateLimits } from '../../limits/index.ts'
import { globalOptionalFields } from '../fields.ts'
import type { FileRoute } from '../files.ts'
import { fileOperation } from './openapiUploads.ts'
import { limitText } from './rateLimitText.ts'
import { wireErrorNames } from './wireErrorNames.ts'

export type Schema = Readonly<Record<string, unknown>>

/** Description of a call in the API reference. */
export type CallDescription = {
  readonly path: Path
  readonly spec: CallSpec
  readonly request: Schema
  readonly data: Schema
  /** All error codes of the call, including the general ones. */
  readonly refusals: readonly ErrorCode[]
  /** Rate limit of the call. */
  readonly limit: string
}

const withoutDialect = ({ $schema: _, ...schema }: Record<string, unknown>): Schema => schema

const generalRefusals = ({
  audience,
  changes,
  requiredRole,
  managerFields,
  apiKeyScope,
  stepUp,
}: CallSpec): readonly ErrorCode[] => [
  ...(audience === 'user' || audience === 'staff' ? (['unauthenticated', 'sessionRevoked'] as const) : []),
  ...(requiredRole === 'manager' || managerFields || apiKeyScope ? (['notAllowed'] as const) : []),
  ...(stepUp ? (['stepUpRequired'] as const) : []),
  'invalidField',
  'invalidSignature',
  ...(changes ? (['duplicateRequest'] as const) : []),
  'tooManyRequests',
  'internal',
]

/** Describes one call from its schemas and rate limits. */
export const describeCall = (path: Path, limits: RateLimits): CallDescription => {
  const spec: CallSpec = calls[path]
  const all = new Set([...generalRefusals(spec), ...(spec.refusals ?? [])])
  return {
    path,
    spec,
    request: withoutDialect(z.toJSONSchema(spec.request, { io: 'input' })),
    data: withoutDialect(z.toJSONSchema(spec.data, { io: 'output' })),
    refusals: [...all].sort((a, b) => errorCodes[a] - errorCodes[b]),
    limit: limitText(limits, path, spec),
  }
}

const lang = { type: 'string', enum: [...languages], description: 'language of the message' }

const ignored = { type: 'string', description: 'any form may carry it; it decides nothing here' }

/** Fields that any form may contain. */
const everywhere: Schema = {
  ...Object.fromEntries(globalOptionalFields.map((name) => [name, ignored])),
  lang,
}

const withCompanions = (request: Schema): Schema => ({
  ...request,
  properties: { ...everywhere, ...(request.properties as Schema) },
})

/** Counting the rest of a long list would cost more than the page. */
const totalSentence = `rows of the list, counted as far as its ${maxPage} pages reach`

const envelopeOf = ({ data, spec }: CallDescription): Schema => ({
  type: 'object',
  required: ['retCode', 'message', 'data', ...(spec.list ? ['total'] : [])],
  properties: {
    retCode: { const: 0 },
    message: { type: 'string' },
    data,
    ...(spec.list ? { total: { type: 'integer', minimum: 0, description: totalSentence } } : {}),
  },
})

/** Responses with HTTP 200: success, or a domain error. */
const answered = (done: Schema): Schema => ({
  description: 'done or refused',
  content: { 'application/json': { schema: { anyOf: [done, { $ref: '#/components/schemas/Refused' }] } } },
})

const refusalText = ({ refusals: codes }: CallDescription): string =>
  codes.map((code) => `- ${errorCodes[code]}: ${describeError(code)}`).join('\n')

const parametersOf = ({ spec }: CallDescription): readonly Schema[] => [
  { $ref: '#/components/parameters/Time' },
  { $ref: '#/components/parameters/Sign' },
  ...(spec.changes ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
]

const operationId = (path: string): string =>
  path.slice(1).replace(/[^a-zA-Z]+(\w)/g, (_, letter: string) => letter.toUpperCase())
const tagOf = (path: string): string => path.split('/').at(-2) ?? 'api'

const operationOf = (call: CallDescription): Schema => {
  const { path, spec } = call
  const content = { schema: withCompanions(call.request), ...(spec.example ? { example: spec.example } : {}) }
  const trouble = { $ref: '#/components/responses/Trouble' }
  return {
    operationId: operationId(path),
    tags: [tagOf(path)],
    summary: spec.summary,
    description: `Refusals:\n\n${refusalText(call)}\n\nLimit: ${call.limit}`,
    security: spec.audience === 'user' || spec.audience === 'staff' ? [{ session: [] }] : [],
    parameters: parametersOf(call),
    requestBody: {
      required: true,
      content: { 'application/x-www-form-urlencoded': content, 'application/json': content },
    },
    responses: {
      200: answered(envelopeOf(call)),
      413: trouble,
      415: trouble,
      429: trouble,
      500: trouble,
      503: trouble,
    },
    ...(spec.requiredRole === undefined ? {} : { 'x-required-role': spec.requiredRole }),
    ...(spec.stepUp === undefined ? {} : { 'x-step-up': spec.stepUp }),
    ...(spec.apiKeyScope === undefined ? {} : { 'x-api-key-scope': spec.apiKeyScope }),
    'x-refusals': Object.fromEntries(call.refusals.map((code) => [wireErrorNames[code], errorCodes[code]])),
  }
}

const header = (name: string, description: string, required: boolean): Schema => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})

const components = {
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description:
        'the token of login, or an API key where `x-api-key-scope` is read or trade; `Bearer ` before it is accepted',
    },
  },
  parameters: {
    Time: header('Time', 'epoch milliseconds, at most 120 s from the server’s clock', true),
    Sign: header(
      'Sign',
      'hex of HMAC-SHA256(key, Time + "\\n" + path + "\\n" + SHA-256-hex(raw body)); the key is the token, the secret of an API key, or `visitor`',
      true,
    ),
    IdempotencyKey: header(
      'Idempotency-Key',
      'the same key from the same user gives the first answer again and does nothing more',
      false,
    ),
  },
  schemas: {
    Refused: {
      type: 'object',
      required: ['retCode', 'message', 'data'],
      properties: {
        retCode: { type: 'integer', not: { const: 0 } },
        message: { type: 'string' },
        data: { type: 'object' },
      },
    },
  },
  responses: {
    Trouble: {
      description: 'transport trouble, in the same envelope',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refused' } } },
    },
  },
}

/** An unsigned GET endpoint of the API in the same envelope. */
export type GetEndpoint = {
  readonly path: string
  readonly summary: string
  readonly data: z.ZodType
}

const readingOperation = ({ path, summary, data }: GetEndpoint): Schema => ({
  operationId: operationId(path),
  tags: [tagOf(path)],
  summary,
  description: 'Unsigned.',
  security: [],
  responses: {
    200: answered({
      type: 'object',
      required: ['retCode', 'message', 'data'],
      properties: {
        retCode: { const: 0 },
        message: { type: 'string' },
        data: withoutDialect(z.toJSONSchema(data, { io: 'output' })),
      },
    }),
  },
})

/** OpenAPI 3.1 document of the calls of this server. */
export const openApiDocument = (
  described: readonly CallDescription[],
  files: readonly FileRoute[],
  readings: readonly GetEndpoint[],
  version: string,
): Schema => ({
  openapi: '3.1.0',
  info: {
    title: 'Glasshouse',
    version,
    description:
      'Every call but an upload is a signed POST. Amounts travel as decimal strings, instants as epoch milliseconds.',
  },
  servers: [{ url: '/' }],
  paths: Object.fromEntries([
    ...described.map((call) => [call.path, { post: operationOf(call) }]),
    ...files.map((route) => [route.path, { post: fileOperation(route) }]),
    ...readings.map((reading) => [reading.path, { get: readingOperation(reading) }]),
  ]),
  components,
})
