import type { DataOf } from '@glasshouse/core/calls'
import type { TrustDifference } from '@glasshouse/core/trust/verify'
import { useEffect, useState } from 'react'
import type { HoldingsTask } from './holdings.worker.ts'

type Holdings = DataOf<'/api/trust/holdings'>

/** What a worker finds wrong with the proofs of a report’s holdings; null while it works. */
export const useHoldingDifferences = (
  text: string,
  holdings: Readonly<Holdings> | undefined,
): readonly TrustDifference[] | null => {
  const [found, setFound] = useState<readonly TrustDifference[] | null>(null)
  useEffect(() => {
    if (holdings === undefined) return
    const worker = new Worker(new URL('./holdings.worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<readonly TrustDifference[]>) => setFound(data))
    worker.addEventListener('error', ({ message }) => setFound([{ at: 'holdings', reason: message }]))
    worker.postMessage({ text, holdings } satisfies HoldingsTask)
    return () => worker.terminate()
  }, [text, holdings])
  return found
}
