import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** Layout steps of the bar: normal spacing, reduced spacing, and tools as icons. */
const steps = ['roomy', 'tight', 'icons'] as const
type Step = (typeof steps)[number]

export type Fit = {
  readonly step: Step
  /** Number of items in the menu, counted from the end. */
  readonly hidden: number
}

type State = { readonly at: number; readonly turn: number }

/**
 * Measures the navigation items and reduces the bar step by step until they fit: less spacing, tools as icons,
 * then items moved into the menu one by one.
 *
 * @param nav element of the items; it overflows while they do not fit
 * @param places number of items
 * @param causes other values that change the width of the bar, such as the language; a change measures again
 */
export const useFit = (nav: RefObject<HTMLElement | null>, places: number, causes: string): Fit => {
  const [{ at, turn }, setState] = useState<State>({ at: 0, turn: 0 })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `causes` restarts the measurement
  useEffect(() => {
    const restart = () => setState((last) => ({ at: 0, turn: last.turn + 1 }))
    restart()
    window.addEventListener('resize', restart)
    // A font that loads late changes the measured width. Those of a script load after the first ones were ready.
    document.fonts.addEventListener('loadingdone', restart)
    return () => {
      window.removeEventListener('resize', restart)
      document.fonts.removeEventListener('loadingdone', restart)
    }
  }, [causes])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every turn measures again
  useLayoutEffect(() => {
    const box = nav.current
    if (!box || box.scrollWidth <= box.clientWidth) return
    setState((last) => (last.at < steps.length - 1 + places ? { ...last, at: last.at + 1 } : last))
  }, [at, turn])

  const step = steps[Math.min(at, steps.length - 1)] ?? 'icons'
  return { step, hidden: Math.max(0, at - (steps.length - 1)) }
}
