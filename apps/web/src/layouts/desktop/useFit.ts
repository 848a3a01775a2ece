import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** How the bar is drawn: with room, its places closer together, and its tools as icons too. */
const steps = ['roomy', 'tight', 'icons'] as const
export type Step = (typeof steps)[number]

export type Fit = {
  readonly step: Step
  /** How many places stand behind the menu, counted from the last one. */
  readonly hidden: number
}

type State = { readonly at: number; readonly turn: number }

/**
 * Measures how much room the places of the bar need and makes room step by step until they fit: closer together,
 * tools as icons, then one place after another behind the menu.
 *
 * @param nav the box of the places; it overflows while they do not fit
 * @param places how many there are
 * @param causes what else changes the width of the bar, such as the language; a change measures again
 */
export const useFit = (nav: RefObject<HTMLElement | null>, places: number, causes: string): Fit => {
  const [{ at, turn }, setState] = useState<State>({ at: 0, turn: 0 })

  // biome-ignore lint/correctness/useExhaustiveDependencies: other causes are measured from the start
  useEffect(() => {
    const restart = () => setState((last) => ({ at: 0, turn: last.turn + 1 }))
    restart()
    window.addEventListener('resize', restart)
    // A face that loads late is wider or narrower than the one measured.
    void document.fonts.ready.then(restart)
    return () => window.removeEventListener('resize', restart)
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
