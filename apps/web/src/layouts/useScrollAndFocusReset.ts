import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/** Scrolls to the top and focuses the screen after navigation. */
export const useScrollAndFocusReset = (): RefObject<HTMLElement | null> => {
  const [location] = useLocation()
  const main = useRef<HTMLElement>(null)
  const last = useRef(location)
  useEffect(() => {
    if (last.current === location) return
    last.current = location
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [location])
  return main
}
