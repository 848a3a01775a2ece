import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { DomainError, domainError } from '@glasshouse/core/errors/registry'
import { languageOf } from '@glasshouse/core/wire/languages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallHandler, WithAccessLog } from './accessLog.ts'
import { success } from './envelope.ts'
import {
  bearerToken,
  type PipelineDeps,
  type RequestLogContext,
  requireCustomer,
  requireStaff,
} from './pipeline.ts'
import { addressKey, type Rate } from './rateLimits.ts'
import type { CustomerIdentity, StaffIdentity } from './route.ts'
import { clientAddress } from './trustedProxies.ts'

/** What a call that takes a file knows about who sent it. */
export type UploadContext = { readonly file: Buffer; readonly customer: CustomerIdentity }
export type StaffFile = { readonly file: Buffer; readonly staff: StaffIdentity }

type Answered = Promise<Readonly<Record<string, string>>>

/** A call that takes one file as `multipart/form-data`; it is unsigned and needs a session, of a customer or of staff. */
export type FileRoute = FileSpec &
  (
    | { readonly audience: 'user'; readonly answer: (sent: UploadContext) => Answered }
    | { readonly audience: 'staff'; readonly answer: (sent: StaffFile) => Answered }
  )

type FileSpec = {
  readonly path: string
  /** One plain sentence for the API reference. */
  readonly summary: string
  /** The name of the part that holds the file. */
  readonly field: string
  /** The most bytes a file may have; more is answered with 413. */
  readonly longest: number
}

/** Files that are read at the same time: together they are what all uploads may take of the memory. */
const inTheHouse = 16
const ofOneSender = 2
/** What a form may weigh besides its file: names, boundaries, a few short fields. */
const formBytes = 16 * 1024
/** Of an answer given early the caller learns when it has sent the rest; whoever sends more than this is cut off. */
const forgottenAtMost = 32 * 1024 * 1024

const trouble = (statusCode: 413 | 415) => Object.assign(new Error(`trouble ${statusCode}`), { statusCode })
const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413

/** Lets so many in at once, each sender only a few, and asks the others to come back in a moment. */
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

/** Reads a part up to its limit and not a byte further: a file that is too large is not read to its end. */
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

/** The one file of a form. Names and types that the form gives it are not even looked at. */
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

/** As `fileOf`; a form that cannot be read is the sender's mistake, whatever the parser calls it. */
const readFile = (request: FastifyRequest, route: FileRoute, notes: RequestLogContext): Promise<Buffer> =>
  fileOf(request, route, notes).catch((error: unknown) => {
    if (error instanceof DomainError || isTooLarge(error)) throw error
    throw domainError('invalidField', { field: route.field })
  })

const declaredBytes = ({ headers }: FastifyRequest): number =>
  Number.parseInt(headers['content-length'] ?? '0', 10)

/** Lets the sender finish, unread, so that the answer is seen. */
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
 * Mounts calls that take a file. Its checks, in order: the address's rate, the session, the account's rate, the
 * declared size and type, room for one more, the form, and what the call itself says.
 */
export const mountUploads = (
  app: FastifyInstance,
  routes: readonly FileRoute[],
  deps: PipelineDeps,
  tell: WithAccessLog,
): void => {
  if (routes.length === 0) return
  const places = createPlaces()
  const take = (key: string, rate: Rate): void => {
    const retryAfter = deps.limiter.take(key, rate, deps.now())
    if (retryAfter > 0) throw domainError('tooManyRequests', { retryAfter })
  }
  /** Knows the sender and gives what answers the file. */
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
          // The fields stand in the envelope too, with the status: the oldest page reads them there.
          return { ...reply, envelope: { ...envelope, code: 200, ...data } }
        })
      } finally {
        if (!request.raw.readableEnded) forgetRest(request.raw)
      }
    }
  app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    for (const route of routes) scope.post(route.path, tell(route.path, workOf(route)))
  })
}
