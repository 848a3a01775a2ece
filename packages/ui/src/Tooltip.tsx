import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from './classNames.tsx'
import styles from './Tooltip.module.css'

type Spot = { x: number; y: number; below: boolean }

const spotOf = (box: DOMRect): Spot => {
  const below = box.top < 48
  return {
    x: Math.min(Math.max(box.left + box.width / 2, 80), window.innerWidth - 80),
    y: below ? box.bottom + 8 : box.top - 8,
    below,
  }
}

/** Tooltip on hover, focus or tap, e.g. a figure in full precision. Its content is also available elsewhere. */
export function Tooltip({
  tip,
  focusable = false,
  className,
  children,
}: {
  tip: ReactNode
  /** Set if the content is not a control, so that the tooltip can be reached by keyboard. */
  focusable?: boolean
  className?: string | undefined
  children: ReactNode
}) {
  const id = useId()
  const [spot, setSpot] = useState<Spot | null>(null)
  const anchor = useRef<HTMLSpanElement>(null)
  const isOpen = spot !== null
  useEffect(() => {
    if (!isOpen) return
    const hide = () => setSpot(null)
    // The browser scrolls a focused element into view: its tooltip follows it instead of closing.
    const follow = () => {
      const element = anchor.current
      const holdsFocus = element?.contains(document.activeElement) ?? false
      setSpot(element && holdsFocus ? spotOf(element.getBoundingClientRect()) : null)
    }
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    window.addEventListener('keydown', onKey)
    window.addEventListener('scroll', follow, true)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('scroll', follow, true)
    }
  }, [isOpen])
  const show = (event: { currentTarget: HTMLElement }) =>
    setSpot(spotOf(event.currentTarget.getBoundingClientRect()))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover only repeats what focus does
    <span
      ref={anchor}
      className={className}
      aria-describedby={isOpen ? id : undefined}
      tabIndex={focusable ? 0 : undefined}
      onPointerEnter={show}
      onPointerLeave={() => setSpot(null)}
      onFocus={show}
      onBlur={() => setSpot(null)}
    >
      {children}
      {spot &&
        createPortal(
          <span
            role="tooltip"
            id={id}
            className={classNames(styles.tip, spot.below && styles.below)}
            style={{ left: spot.x, top: spot.y }}
          >
            {tip}
          </span>,
          document.body,
        )}
    </span>
  )
}
