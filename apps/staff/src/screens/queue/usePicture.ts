import { useEffect, useState } from 'react'
import { errorMessage, fetchPicture } from '../../data/api.ts'

type Picture = { readonly url: string; readonly type: string; readonly bytes: number }

const typeNames: Readonly<Record<string, string>> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
}

/** Fetches a picture once while it is shown; it is kept nowhere and given up when the item is left. */
export const usePicture = (address: string) => {
  const [picture, setPicture] = useState<Picture | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const place = address.split('?')[0] ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry is a reason to fetch again
  useEffect(() => {
    const giveUp = new AbortController()
    let url: string | null = null
    setPicture(null)
    setProblem(null)
    fetchPicture(place, giveUp.signal).then(
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
  }, [place, tries])
  return { picture, problem, retry: () => setTries((count) => count + 1) }
}
