import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { httpError } from './envelope.ts'
import { securityHeaders } from './headers.ts'

const clientErrorStatus = (code: string | undefined): { readonly status: number; readonly field: string } => {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, field: 'headers' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, field: 'body' }
  return { status: 400, field: 'request' }
}

/**
 * Answers what never became a request (headers too large, too slow, no HTTP at all) in the envelope of every
 * other answer, and hangs up.
 */
export const handleClientError = (error: Error & { readonly code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, field } = clientErrorStatus(error.code)
  const body = JSON.stringify(httpError(status, 'invalidField', 'en', field).envelope)
  const headers = {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'), () =>
    socket.destroy(),
  )
}
