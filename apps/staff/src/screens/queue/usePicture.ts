import { useEffect, useState } from 'react'
import { errorMessage, fetchPicture } from '../../data/api.ts'

type Picture = { readonly url: string; readonly type: string; readonly bytes: number }

const typeNames: Readonly<Record<string, string>> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
}

/** Fetches a picture once while it is displayed. Not cached; aborted when the item is left. */
export const usePicture = (address: string) => {
  const [picture, setPicture] = useState<Picture | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const path = address.split('?')[0] ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry must fetch again
  useEffect(() => {
    const giveUp = new AbortController()
    let url: string | null = null
    setPicture(null)
    setProblem(null)
    fetchPicture(path, giveUp.signal).then(
      (bytes) => {
        url = URL.createObjectURL(bytes)
        setPicture({ url, type: typeNames[bytes.type] ?? 'Picture', bytes: bytes.size })
      },
      (error: unknown) => giveUp.signal.aborted || setProblem(errorMessage(error)),
    )
    return () => {
      giveUp.abort()
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [path, attempt])
  return { picture, problem, retry: () => setAttempt((count) => count + 1) }
}
