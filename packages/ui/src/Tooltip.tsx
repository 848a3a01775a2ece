import { type ReactNode, useEffect, useId, useState } from 'react'
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

/** A word on hover, focus or tap: a figure in full precision. Never the only place where something is said. */
export function Tooltip({
  tip,
  focusable = false,
  className,
  children,
}: {
  tip: ReactNode
  /** Set where the content is not itself a control, so that the keyboard reaches the tip. */
  focusable?: boolean
  className?: string | undefined
  children: ReactNode
}) {
  const id = useId()
  const [spot, setSpot] = useState<Spot | null>(null)
  const shown = spot !== null
  useEffect(() => {
    if (!shown) return
    const hide = () => setSpot(null)
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    window.addEventListener('keydown', onKey)
    window.addEventListener('scroll', hide, true)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('scroll', hide, true)
    }
  }, [shown])
  const show = (event: { currentTarget: HTMLElement }) =>
    setSpot(spotOf(event.currentTarget.getBoundingClientRect()))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only repeats what focus shows
    <span
      className={className}
      aria-describedby={shown ? id : undefined}
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
