import { sha256Hex } from '@glasshouse/client/sign'
import { evidenceHash } from '@glasshouse/core/markets/evidence'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { useEffect, useState } from 'react'

/** Whether the hash of a tick matches its content, computed in the browser; null until computed. */
export const useTickHashCheck = (tick: TickEvidence | null): boolean | null => {
  const [right, setRight] = useState<boolean | null>(null)
  useEffect(() => {
    setRight(null)
    if (!tick) return
    let isCancelled = false
    void evidenceHash(tick, sha256Hex).then((hash) => {
      if (!isCancelled) setRight(hash === tick.hash)
    })
    return () => {
      isCancelled = true
    }
  }, [tick])
  return right
}
