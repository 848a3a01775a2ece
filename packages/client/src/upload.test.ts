import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ApiError } from './envelope.ts'
import { createUploader, type SendForm, type UploaderOptions } from './upload.ts'

type RecordedRequest = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
let server: Server
let baseUrl = ''
let seen: RecordedRequest[] = []
let answer: (response: ServerResponse) => void

beforeEach(async () => {
  seen = []
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('latin1')
    request.on('data', (part: string) => {
      body += part
    })
    request.on('end', () => {
      seen.push({ path: request.url ?? '', headers: request.headers, body })
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const picture = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], { type: 'image/png' })
const uploader = (options: Partial<UploaderOptions> = {}) =>
  createUploader({ baseUrl, session: () => 'token-1', lang: () => 'zh_TW', ...options })
const reply =
  (body: object | string, status = 200) =>
  (response: ServerResponse): void => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  }
const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ApiError) return error
  throw new Error(`expected an ApiError, got ${String(error)}`)
}

it('sends the language and then the file, with the session and unsigned, and returns the address', async () => {
  answer = reply({ retCode: 0, message: 'ok', code: 200, data: { url: '/api/uploads/abc' } })
  expect(await uploader()(picture)).toBe('/api/uploads/abc')
  const [request] = seen
  expect(request?.path).toBe('/api/common/uploadFile')
  expect(request?.headers.authorization).toBe('token-1')
  expect(request?.headers.sign).toBeUndefined()
  expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(request?.body).toMatch(
    /name="lang"\r\n\r\nzh_TW\r\n[\s\S]*name="file"[\s\S]*image\/png\r\n\r\n\x89PNG/,
  )
})

it('throws the server’s message with the field', async () => {
  answer = reply({ retCode: 1001, message: 'Not readable: file', data: { field: 'file' } })
  const error = await failure(uploader()(picture))
  expect(error).toMatchObject({
    key: 'refused',
    retCode: 1001,
    message: 'Not readable: file',
    data: { field: 'file' },
  })
})

it('throws the server’s message also for an HTTP error status', async () => {
  answer = reply({ retCode: 1001, message: 'Too large', data: {} }, 413)
  expect(await failure(uploader()(picture))).toMatchObject({ message: 'Too large', status: 413 })
})

it('distinguishes an unreadable response from a rejection', async () => {
  for (const body of ['<html>', '{}', { retCode: 0, message: '', data: {} }]) {
    answer = reply(body, 200)
    expect((await failure(uploader()(picture))).key).toBe('unreadable')
  }
})

it('aborts on request and on timeout', async () => {
  answer = () => undefined
  const stop = new AbortController()
  const given = uploader()(picture, { signal: stop.signal })
  stop.abort()
  expect((await failure(given)).key).toBe('aborted')
  expect((await failure(uploader({ timeoutMs: 30 })(picture))).key).toBe('timeout')
  server.close()
  server.closeAllConnections()
  expect((await failure(uploader({ baseUrl: 'http://127.0.0.1:1' })(picture))).key).toBe('network')
})

it('reports progress through a custom transport', async () => {
  const shares: number[] = []
  const send: SendForm = async ({ onProgress }) => {
    onProgress(0.5)
    onProgress(1)
    return { status: 200, text: '{"retCode":0,"message":"","data":{"url":"/api/uploads/x"}}' }
  }
  await uploader({ send })(picture, { onProgress: (share) => shares.push(share) })
  expect(shares).toEqual([0.5, 1])
})
