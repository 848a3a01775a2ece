import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { securityHeaders } from '../site/index.ts'
import { httpError } from './envelope.ts'

const clientErrorStatus = (code: string | undefined): { readonly status: number; readonly field: string } => {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, field: 'headers' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, field: 'body' }
  return { status: 400, field: 'request' }
}

/**
 * Handles input the HTTP parser rejects (oversized headers, timeout, not HTTP): sends the standard envelope and closes
 * the socket.
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
