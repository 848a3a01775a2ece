import { ApiError } from '@glasshouse/client/http'
import { createUploader, type SendForm } from '@glasshouse/client/upload'
import { useEffect, useRef, useState } from 'react'
import { apiLanguage, withSessionCheck } from './api.ts'
import { session } from './session.ts'

/** XMLHttpRequest, because fetch reports no upload progress. */
const sendWithProgress: SendForm = ({ url, headers, body, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => reject(new TypeError('the form could not be sent'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })

const upload = createUploader({
  baseUrl: '',
  session: session.token,
  lang: apiLanguage,
  send: sendWithProgress,
})

export type Upload = {
  /** Uploads a picture and returns its address; null if it was rejected or aborted. Never throws. */
  readonly run: (file: Blob) => Promise<string | null>
  /** Aborts the current upload and clears the error. */
  readonly stop: () => void
  /** Uploaded share from 0 to 1; null if there is no upload. */
  readonly share: number | null
  readonly error: ApiError | null
}

/** Uploads one picture at a time; unmounting aborts the upload. */
export const useUpload = (): Upload => {
  const [share, setShare] = useState<number | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const current = useRef<AbortController | null>(null)
  const stop = () => {
    current.current?.abort()
    current.current = null
    setShare(null)
    setError(null)
  }
  useEffect(() => () => current.current?.abort(), [])
  const run = async (file: Blob): Promise<string | null> => {
    stop()
    const mine = new AbortController()
    current.current = mine
    const isMine = () => current.current === mine
    setShare(0)
    try {
      return await withSessionCheck(
        upload(file, { signal: mine.signal, onProgress: (next) => isMine() && setShare(next) }),
      )
    } catch (thrown) {
      if (isMine()) setError(thrown instanceof ApiError ? thrown : new ApiError('unreadable', String(thrown)))
      return null
    } finally {
      if (isMine()) {
        current.current = null
        setShare(null)
      }
    }
  }
  return { run, stop, share, error }
}
