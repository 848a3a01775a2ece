import { ApiError } from '@glasshouse/client/http'
import { createUploader, type SendForm } from '@glasshouse/client/upload'
import { useEffect, useRef, useState } from 'react'
import { apiLanguage, withSessionCheck } from './api.ts'
import { session } from './session.ts'

/** Only this old way of asking tells how much of a form has left the machine. */
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
  /** Hands a picture in and gives its address, or null when it was refused or given up. Never throws. */
  readonly run: (file: Blob) => Promise<string | null>
  /** Gives up what is on its way and forgets the error. */
  readonly stop: () => void
  /** The share that has left this machine, from 0 to 1; null while nothing is on its way. */
  readonly share: number | null
  readonly error: ApiError | null
}

/** Hands in one picture at a time; leaving the page gives up. */
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
