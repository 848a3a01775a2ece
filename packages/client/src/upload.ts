import type { Language } from '@glasshouse/core/wire/languages'
import { ApiError, apiErrorFrom, isEnvelope, networkError } from './envelope.ts'

/** A form on its way: where to, what with, and who wants to know how far it is. */
export type FormRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: FormData
  readonly signal: AbortSignal
  /** Told the share that has left this machine, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** Sends a form and brings back the status and the text of the answer; rejects when none came. */
export type SendForm = (request: FormRequest) => Promise<{ readonly status: number; readonly text: string }>

export type UploaderOptions = {
  /** The origin in front of the path; empty means the page's own. */
  readonly baseUrl: string
  /** The call that takes the picture; the customers' unless told. */
  readonly path?: string
  /** The session token, or null for a visitor, who is refused. */
  readonly session: () => string | null
  readonly lang: () => Language
  /** How the form travels; `fetch`, which tells no progress, unless told. */
  readonly send?: SendForm
  /** How long an answer may take; 60 seconds unless told. */
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
 * Builds the door through which pictures go to the server: one unsigned form, answered with the address under
 * which its owner and staff see the picture. Throws a `ApiError` as `call` does.
 *
 * @example await createUploader(options)(file) // '/api/uploads/Vt0…'
 */
export const createUploader =
  (options: UploaderOptions) =>
  async (file: Blob, { onProgress = () => undefined, signal }: UploadOptions = {}): Promise<string> => {
    const token = options.session()
    const body = new FormData()
    // The server reads the language before the file, so that a refusal of the file is in it.
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
      throw new ApiError('unreadable', 'the answer names no address', { status: answer.status })
    return url
  }
