import type { Language } from '@glasshouse/core/wire/languages'
import { ApiError, apiErrorFrom, isEnvelope, networkError } from './envelope.ts'

/** A form upload: its address, content and progress callback. */
export type FormRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: FormData
  readonly signal: AbortSignal
  /** Called with the share already sent, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** Sends a form and returns the status and text of the response; rejects without a response. */
export type SendForm = (request: FormRequest) => Promise<{ readonly status: number; readonly text: string }>

export type UploaderOptions = {
  /** Origin prefixed to the path; empty means the page's own origin. */
  readonly baseUrl: string
  /** Path of the upload call; the customers' call by default. */
  readonly path?: string
  /** The session token, or null for a visitor, whose upload is rejected. */
  readonly session: () => string | null
  readonly lang: () => Language
  /** Transport of the form; `fetch`, which reports no progress, by default. */
  readonly send?: SendForm
  /** Response timeout in milliseconds; 60 seconds by default. */
  readonly timeoutMs?: number
}

export type UploadOptions = {
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal
}

const uploadPath = '/api/common/uploadFile'

const sendByFetch: SendForm = async ({ url, headers, body, signal }) => {
  const response = await fetch(url, { method: 'POST', headers, body, signal })
  return { status: response.status, text: await response.text() }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const urlIn = (data: unknown): string | null =>
  typeof data === 'object' && data !== null && 'url' in data && typeof data.url === 'string' ? data.url : null

/**
 * Creates the function that uploads pictures: one unsigned form, answered with the address under which its owner and
 * staff see the picture.
 *
 * @throws ApiError as `call` does
 * @example await createUploader(options)(file) // '/api/uploads/Vt0…'
 */
export const createUploader =
  (options: UploaderOptions) =>
  async (file: Blob, { onProgress = () => undefined, signal }: UploadOptions = {}): Promise<string> => {
    const token = options.session()
    const body = new FormData()
    // The server reads the language before the file, so that an error about the file is in that language.
    body.set('lang', options.lang())
    body.set('file', file)
    const timeout = AbortSignal.timeout(options.timeoutMs ?? 60_000)
    const answer = await (options.send ?? sendByFetch)({
      url: options.baseUrl + (options.path ?? uploadPath),
      headers: token === null ? {} : { Authorization: token },
      body,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      onProgress,
    }).catch((error: unknown) => {
      throw networkError(error, signal)
    })
    const envelope = parsed(answer.text)
    if (!isEnvelope(envelope))
      throw new ApiError('unreadable', `the server answered ${answer.status}`, { status: answer.status })
    if (envelope.retCode !== 0) throw apiErrorFrom(envelope, answer.status)
    const url = urlIn(envelope.data)
    if (url === null)
      throw new ApiError('unreadable', 'the response contains no address', { status: answer.status })
    return url
  }
