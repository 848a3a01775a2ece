import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { isSignedWith } from './awsSignature.ts'

/** A local store with one bucket and the part of the S3 protocol the product uses: PUT, GET also of a range, DELETE. */
export type TestBucket = {
  /** The settings that name it. */
  readonly settings: Readonly<Record<string, string>>
  /** The names of the objects in it. */
  readonly names: () => readonly string[]
  /** Ends the server; what is in the bucket stays. */
  readonly stop: () => Promise<void>
  /** Opens it again, at the same address. */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

const bucketName = 'pictures'
const keyId = 'BUCKETKEY'
const secret = 'secret of the test bucket'

type Answer = readonly [status: number, body?: Buffer]

const rangeOf = (stored: Buffer, range: string | undefined): Answer => {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  if (from === undefined || to === undefined) return [200, stored]
  return [206, stored.subarray(Number(from), Number(to) + 1)]
}

/** Answers one request as S3 does; who it is comes before what is there. */
const answerTo = (request: IncomingMessage, body: Buffer, objects: Map<string, Buffer>): Answer => {
  if (!isSignedWith(request, body, { keyId, secret, nowMs: Date.now() })) return [403]
  const { pathname } = new URL(request.url ?? '/', 'http://bucket')
  const prefix = `/${bucketName}/`
  if (!pathname.startsWith(prefix)) return [404]
  const name = decodeURIComponent(pathname.slice(prefix.length))
  if (request.method === 'PUT') {
    objects.set(name, body)
    return [200]
  }
  if (request.method === 'DELETE') {
    objects.delete(name)
    return [204]
  }
  const stored = objects.get(name)
  return stored === undefined ? [404] : rangeOf(stored, request.headers.range)
}

/** Opens a store with one empty bucket. It refuses requests that are not signed with its account. */
export const openBucket = async (): Promise<TestBucket> => {
  const objects = new Map<string, Buffer>()
  const open = async (wanted: number) => {
    const server = createServer(async (request, response) => {
      const [status, body] = answerTo(request, await buffer(request), objects)
      response.writeHead(status).end(body)
    })
    await new Promise<void>((listening) => server.listen(wanted, '127.0.0.1', listening))
    return server
  }
  let server = await open(0)
  const { port } = server.address() as AddressInfo
  const stop = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
  return {
    settings: {
      UPLOADS_S3_URL: `http://127.0.0.1:${port}`,
      UPLOADS_S3_BUCKET: bucketName,
      UPLOADS_S3_KEY: keyId,
      UPLOADS_S3_SECRET: secret,
    },
    names: () => [...objects.keys()],
    stop,
    start: async () => {
      server = await open(port)
    },
    close: stop,
  }
}
