import type { CallOptions } from '@glasshouse/client/http'
import type { RequestOf } from '@glasshouse/core/calls'
import { useCallback, useRef, useState } from 'react'
import { ApiError, api, newIdempotencyKey } from '../../data/api.ts'
import { useMutation } from '../../data/query.ts'

const buy = '/api/contract/buyContract'
type Placed = RequestOf<typeof buy>

/** Stage of a price change of an open order. */
export type MoveStage =
  /** The old order is open. */
  | 'waits'
  /** The old order is cancelled and the new one was rejected. */
  | 'refused'
  /** The old order is cancelled; the response for the new one was lost. */
  | 'unknown'

/** Places the new order. The idempotency key is reused while the result is unknown, so it is placed at most once. */
const usePlacing = (onFailed: (stage: MoveStage) => void) => {
  const keys = useRef(new Map<string, string>())
  const send = useCallback(
    async (path: typeof buy, payload: Placed, options: CallOptions) => {
      const body = JSON.stringify(payload)
      const idempotencyKey = keys.current.get(body) ?? options.idempotencyKey ?? newIdempotencyKey()
      keys.current.set(body, idempotencyKey)
      try {
        return await api.call(path, payload, { ...options, idempotencyKey })
      } catch (error) {
        const refused = error instanceof ApiError && error.key === 'refused'
        if (refused) keys.current.delete(body)
        onFailed(refused ? 'refused' : 'unknown')
        throw error
      }
    },
    [onFailed],
  )
  return useMutation(buy, send)
}

/** Cancels an open order and then places another one. The stage records a partial result. */
export const useMove = (orderId: number) => {
  const [revoked, setRevoked] = useState(false)
  const [stage, setStage] = useState<MoveStage>('waits')
  const revoking = useMutation('/api/contract/cheDanContract')
  const placing = usePlacing(setStage)
  const last = useRef<Placed | null>(null)
  const move = async (next: Placed) => {
    last.current = next
    const isCancelled = revoked || (await revoking.run({ id: orderId })) !== null
    if (isCancelled) setRevoked(true)
    const done = isCancelled ? await placing.run(next) : null
    return done
  }
  return {
    move,
    /** Repeats the last placement to learn its result. */
    repeat: async () => last.current && move(last.current),
    stage,
    revoked,
    busy: revoking.busy || placing.busy,
    error: placing.error ?? revoking.error,
    forget: placing.forget,
  }
}
