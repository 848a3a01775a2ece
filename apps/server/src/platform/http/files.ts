import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { DomainError, domainError } from '@glasshouse/core/errors/registry'
import { languageOf } from '@glasshouse/core/wire/languages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressKey, type Rate } from '../limits/index.ts'
import { clientAddress } from '../network/index.ts'
import type { CallHandler, WithAccessLog } from './accessLog.ts'
import { success } from './envelope.ts'
import { assertUnrestricted } from './permission.ts'
import {
  bearerToken,
  type PipelineDeps,
  type RequestLogContext,
  requireCustomer,
  requireStaff,
} from './pipeline.ts'
import type { CustomerIdentity, StaffIdentity } from './route.ts'

/** Context of a call with a file. */
type UploadContext = { readonly file: Buffer; readonly customer: CustomerIdentity }
type StaffFile = { readonly file: Buffer; readonly staff: StaffIdentity }

type Answered = Promise<Readonly<Record<string, string>>>

/**
 * A call that accepts one file as `multipart/form-data`; unsigned, requires a session of a customer or staff member.
 */
export type FileRoute = FileSpec &
  (
    | { readonly audience: 'user'; readonly answer: (sent: UploadContext) => Answered }
    | { readonly audience: 'staff'; readonly answer: (sent: StaffFile) => Answered }
  )

type FileSpec = {
  readonly path: string
  /** One plain sentence for the API reference. */
  readonly summary: string
  /** Name of the part that contains the file. */
  readonly field: string
  /** Maximum size of the file in bytes; larger ones get 413. */
  readonly longest: number
}

/** Maximum files read concurrently: bounds the memory of all uploads. */
const inTheHouse = 16
const ofOneSender = 2
/** Maximum size of a form besides its file: names, boundaries, a few short fields. */
const formBytes = 16 * 1024
/**
 * After an early response the rest of the body is read and discarded up to this many bytes, then the connection is
 * closed.
 */
const forgottenAtMost = 32 * 1024 * 1024

const trouble = (statusCode: 413 | 415) => Object.assign(new Error(`trouble ${statusCode}`), { statusCode })
const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413

/** Limits concurrent uploads in total and per sender; further ones are asked to retry. */
const createPlaces = () => {
  const taken = new Map<string, number>()
  let all = 0
  return {
    hold: async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const own = taken.get(name) ?? 0
      if (all >= inTheHouse || own >= ofOneSender) throw domainError('tooManyRequests', { retryAfter: 2 })
      all += 1
      taken.set(name, own + 1)
      try {
        return await work()
      } finally {
        all -= 1
        const left = (taken.get(name) ?? 1) - 1
        if (left === 0) taken.delete(name)
        else taken.set(name, left)
      }
    },
  }
}

/** Reads a part up to its limit: an oversized file is not read to its end. */
const bytesOf = async (part: Readable, longest: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of part as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > longest) throw trouble(413)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

/** The one file of a form. Names and types from the form are ignored. */
const fileOf = async (
  request: FastifyRequest,
  { field, longest }: FileRoute,
  notes: RequestLogContext,
): Promise<Buffer> => {
  const limits = { fileSize: longest + 1, files: 2, fields: 8, fieldSize: 256, parts: 10, headerPairs: 20 }
  let file: Buffer | null = null
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.fieldname === 'lang') notes.lang = languageOf(part.value)
      continue
    }
    if (part.fieldname !== field || file !== null) throw domainError('invalidField', { field })
    file = await bytesOf(part.file, longest)
  }
  if (file === null || file.length === 0) throw domainError('invalidField', { field })
  return file
}

/** Like `fileOf`; an unreadable form is always reported as the sender's error. */
const readFile = (request: FastifyRequest, route: FileRoute, notes: RequestLogContext): Promise<Buffer> =>
  fileOf(request, route, notes).catch((error: unknown) => {
    if (error instanceof DomainError || isTooLarge(error)) throw error
    throw domainError('invalidField', { field: route.field })
  })

const declaredBytes = ({ headers }: FastifyRequest): number =>
  Number.parseInt(headers['content-length'] ?? '0', 10)

/** Discards the rest of the body, so that the sender reads the response. */
const forgetRest = (request: IncomingMessage): void => {
  let left = forgottenAtMost
  request.unpipe()
  request.on('error', () => undefined)
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  // The parser's pipe had paused it.
  request.resume()
}

/**
 * Mounts calls that accept a file. Checks in order: rate of the address, session, rate of the account, declared size
 * and type, free capacity, form, and the call's own checks.
 */
export const mountUploads = (
  app: FastifyInstance,
  routes: readonly FileRoute[],
  deps: PipelineDeps,
  wrap: WithAccessLog,
): void => {
  if (routes.length === 0) return
  const places = createPlaces()
  const take = (key: string, rate: Rate): void => {
    const retryAfter = deps.limiter.take(key, rate, deps.now())
    if (retryAfter > 0) throw domainError('tooManyRequests', { retryAfter })
  }
  /** Authenticates the sender and returns the handler of the file. */
  const answererOf = async (route: FileRoute, request: FastifyRequest, notes: RequestLogContext) => {
    const { remoteAddress = '' } = request.socket
    const ip = clientAddress(remoteAddress, request.headers['x-forwarded-for'], deps.isProxy)
    take(`a ${addressKey(ip)}`, deps.limits.address)
    const known = (name: string): string => {
      notes.caller = name
      take(`w ${name}`, deps.limits.write)
      return name
    }
    if (route.audience === 'staff') {
      const { staff, name } = await requireStaff(deps, bearerToken(request))
      return { name: known(name), answer: (file: Buffer) => route.answer({ file, staff }) }
    }
    const { customer, name } = await requireCustomer(deps, bearerToken(request))
    assertUnrestricted({ restricted: 'refused' }, customer)
    return { name: known(name), answer: (file: Buffer) => route.answer({ file, customer }) }
  }
  const workOf =
    (route: FileRoute): CallHandler =>
    async (request, notes) => {
      try {
        const { name, answer } = await answererOf(route, request, notes)
        if (!request.isMultipart()) throw trouble(415)
        if (declaredBytes(request) > route.longest + formBytes) throw trouble(413)
        return await places.hold(name, async () => {
          const file = await readFile(request, route, notes)
          const data = await answer(file)
          const { envelope, ...reply } = success({ data }, notes.lang)
          // The fields are also in the envelope, with the status: older pages read them there.
          return { ...reply, envelope: { ...envelope, code: 200, ...data } }
        })
      } finally {
        if (!request.raw.readableEnded) forgetRest(request.raw)
      }
    }
  app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    for (const route of routes) scope.post(route.path, wrap(route.path, workOf(route)))
  })
}
