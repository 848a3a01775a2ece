import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to a container when its focused child is removed, e.g. the button of a completed row.
 * Without it the browser resets the focus to the top of the page. The container needs a `tabIndex`.
 */
export const useFocusRestore = (): RefObject<HTMLDivElement | null> => {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = container.current
    if (!element) return
    let last: Element | null = null
    const onFocus = ({ target }: FocusEvent): void => {
      last = target instanceof Element && element.contains(target) ? target : null
    }
    const onGone = (): void => {
      if (last === null || last.isConnected || document.activeElement !== document.body) return
      last = null
      element.focus({ preventScroll: true })
    }
    const changes = new MutationObserver(onGone)
    changes.observe(element, { childList: true, subtree: true })
    document.addEventListener('focusin', onFocus)
    return () => {
      changes.disconnect()
      document.removeEventListener('focusin', onFocus)
    }
  }, [])
  return container
}
