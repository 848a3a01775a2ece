import { useEffect, useRef, useState } from 'react'
import { api } from '../../data/api.ts'
import { useInvalidate, useQueryCall } from '../../data/query.ts'
import { useSession } from '../../data/session.ts'
import { type Drawing, parseSavedChart, type SavedChart, visitorKey } from './drawings.ts'

/** So long a pen rests before what was drawn is saved. */
const restMs = 600

/** Saves for a member once the pen rests, and at once when the chart is left. */
const useSaving = (pid: number, signedIn: boolean): ((value: string) => void) => {
  const reload = useInvalidate()
  const waiting = useRef<{ pid: number; value: string; timer: number } | null>(null)
  const save = useRef((): void => {})
  save.current = () => {
    const last = waiting.current
    if (last === null) return
    waiting.current = null
    clearTimeout(last.timer)
    api
      .call('/api/user/saveDrawings', { pid: last.pid, value: last.value })
      .then(() => reload('/api/user/drawings'))
      // What could not be saved stays on the chart and goes along with the next change.
      .catch(() => undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another market, or leaving, saves what still waits
  useEffect(() => {
    const leave = (): void => save.current()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [pid, signedIn])
  return (value) => {
    if (waiting.current !== null) clearTimeout(waiting.current.timer)
    waiting.current = { pid, value, timer: window.setTimeout(() => save.current(), restMs) }
  }
}

/** What is kept for a reader on a market, as far as it is here. */
export type SavedDrawings = {
  /** What is drawn now, whoever drew it last. */
  readonly drawings: () => readonly Drawing[]
  /** What was kept before is here; until then nothing can be taken away. */
  readonly isHere: boolean
  /** Goes up whenever the drawings came from elsewhere and have to be drawn anew. */
  readonly version: number
  /** Keeps what changed; does nothing while what was kept before is on its way, so that nothing unseen is lost. */
  readonly keep: (part: Partial<SavedChart>) => void
}

/**
 * What the reader drew on a market before: a member's from the house, a visitor's from this browser.
 * `onIndicators` is told the indicators that were kept with it.
 */
export const useKept = (
  pid: number,
  symbol: string,
  onIndicators: (kept: Pick<SavedChart, 'averages' | 'volume'>) => void,
): SavedDrawings => {
  const signedIn = useSession() !== null
  const answer = useQueryCall('/api/user/drawings', { pid }, { off: !signedIn })
  const save = useSaving(pid, signedIn)
  const [version, setVersion] = useState(0)
  const current = useRef<SavedChart | null>(null)
  const written = useRef<string | null>(null)
  const tell = useRef(onIndicators)
  tell.current = onIndicators
  const text = signedIn ? answer.data?.value : localStorage.getItem(visitorKey(symbol))
  useEffect(() => {
    if (text !== undefined && text !== null && text === written.current) return
    current.current = text === undefined ? null : parseSavedChart(text)
    if (current.current !== null) tell.current(current.current)
    setVersion((count) => count + 1)
  }, [text])
  return {
    drawings: () => current.current?.drawings ?? [],
    isHere: text !== undefined,
    version,
    keep: (part) => {
      if (current.current === null) return
      current.current = { ...current.current, ...part }
      written.current = JSON.stringify(current.current)
      if (signedIn) save(written.current)
      else localStorage.setItem(visitorKey(symbol), written.current)
    },
  }
}
