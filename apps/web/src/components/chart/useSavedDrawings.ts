import { useEffect, useRef, useState } from 'react'
import { api } from '../../data/api.ts'
import { useInvalidate, useQueryCall } from '../../data/query.ts'
import { useSession } from '../../data/useSession.ts'
import type { Drawing, SavedChart } from './drawings.ts'
import { visitorKey } from './preferences.ts'

const nothing: SavedChart = { drawings: [], averages: null, volume: null }

/** Parses what is saved; nothing is parsed, and its parser not loaded, where nothing is saved. */
const readSaved = async (text: string | null): Promise<SavedChart> =>
  text === null ? nothing : (await import('./drawings.ts')).parseSavedChart(text)

/** Debounce of saving after a change, in milliseconds. */
const saveDelayMs = 600

/** Saves a customer's drawings after a pause, and at once when leaving the chart. */
const useSaving = (pid: number, signedIn: boolean): ((value: string) => void) => {
  const reload = useInvalidate()
  const pending = useRef<{ pid: number; value: string; timer: number } | null>(null)
  const save = useRef((): void => {})
  save.current = () => {
    const last = pending.current
    if (last === null) return
    pending.current = null
    clearTimeout(last.timer)
    api
      .call('/api/user/saveDrawings', { pid: last.pid, value: last.value })
      .then(() => reload('/api/user/drawings'))
      // A failed save is repeated with the next change; the drawings stay on the chart.
      .catch(() => undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another market, or unmounting, saves pending changes
  useEffect(() => {
    const leave = (): void => save.current()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [pid, signedIn])
  return (value) => {
    if (pending.current !== null) clearTimeout(pending.current.timer)
    pending.current = { pid, value, timer: window.setTimeout(() => save.current(), saveDelayMs) }
  }
}

/** Saved drawings and indicators of a market. */
export type SavedDrawings = {
  /** Current drawings. */
  readonly drawings: () => readonly Drawing[]
  /** The saved state has loaded; until then nothing can be removed. */
  readonly isHere: boolean
  /** Increases when the drawings changed outside this chart and must be redrawn. */
  readonly version: number
  /** Saves a change. Does nothing until the saved state has loaded, because it would overwrite that state. */
  readonly keep: (part: Partial<SavedChart>) => void
}

/**
 * Saved drawings of a market: from the server for customers, from this browser for visitors.
 *
 * @param onIndicators called with the saved indicators after each load
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
  const latestCallback = useRef(onIndicators)
  latestCallback.current = onIndicators
  const text = signedIn ? answer.data?.value : localStorage.getItem(visitorKey(symbol))
  useEffect(() => {
    if (text !== undefined && text !== null && text === written.current) return
    current.current = null
    setVersion((count) => count + 1)
    if (text === undefined) return
    let isGone = false
    readSaved(text)
      .then((saved) => {
        if (isGone) return
        current.current = saved
        latestCallback.current(saved)
        setVersion((count) => count + 1)
      })
      // Without the parser nothing is drawn and nothing saved, so what is stored stays.
      .catch(() => undefined)
    return () => {
      isGone = true
    }
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
