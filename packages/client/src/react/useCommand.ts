import type { DataOf, Path, RequestOf } from '@glasshouse/core/calls'
import { useCallback, useEffect, useRef, useState } from 'react'
import { createCommand, type Send } from '../command.ts'
import type { ApiError } from '../http.ts'

export type Command<P extends Path> = {
  /** Makes the call. Returns null on an error, or at once while another run is in flight. Never throws. */
  readonly run: (payload: RequestOf<P>) => Promise<DataOf<P> | null>
  readonly busy: boolean
  /** Why the last run was rejected. */
  readonly error: ApiError | null
  readonly forget: () => void
}

export type CommandOptions<P extends Path> = {
  readonly send: Send<P>
  /** Time of this device in epoch milliseconds. */
  readonly now: () => number
  /** Called after each run with its error, or null. */
  readonly onDone?: (error: ApiError | null) => void
}

/** Command triggered by a control: at most one in flight, with an idempotency key (see `createCommand`). */
export const useCommand = <P extends Path>(path: P, options: CommandOptions<P>): Command<P> => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const current = useRef<{ path: P; send: ReturnType<typeof createCommand<P>> } | null>(null)
  const run = useCallback(
    async (payload: RequestOf<P>): Promise<DataOf<P> | null> => {
      if (current.current?.path !== path)
        current.current = {
          path,
          send: createCommand<P>(
            path,
            (...call) => latest.current.send(...call),
            () => latest.current.now(),
          ),
        }
      const response = current.current.send(payload)
      setBusy(true)
      setError(null)
      const result = await response
      if (result === null) return null
      latest.current.onDone?.(result.error)
      setError(result.error)
      setBusy(false)
      return result.data
    },
    [path],
  )
  return { run, busy, error, forget: useCallback(() => setError(null), []) }
}
