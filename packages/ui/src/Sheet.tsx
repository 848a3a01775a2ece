import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { classNames } from './classNames.tsx'
import { veilClass } from './GlassPanel.tsx'
import styles from './Sheet.module.css'
import { dragOffset, isTouch, shouldStayOpen } from './sheetDrag.ts'

type Drag = { readonly pointer: number; readonly from: number; readonly since: number }

/** Follows a finger on the grip; the press that a drag ends with is not one. */
const useDrag = (open: boolean, onOpenChange: (open: boolean) => void) => {
  const [by, setBy] = useState(0)
  const drag = useRef<Drag | null>(null)
  const wasDragged = useRef(false)
  const way = (event: PointerEvent): number => event.clientY - (drag.current?.from ?? event.clientY)
  const end = (event: PointerEvent, counts: boolean): void => {
    if (drag.current?.pointer !== event.pointerId) return
    const next = shouldStayOpen(open, way(event), event.timeStamp - drag.current.since)
    wasDragged.current = !isTouch(way(event))
    drag.current = null
    setBy(0)
    if (counts && wasDragged.current && next !== open) onOpenChange(next)
  }
  return {
    by: dragOffset(open, by),
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        wasDragged.current = false
        drag.current = { pointer: event.pointerId, from: event.clientY, since: event.timeStamp }
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: (event: PointerEvent) => {
        if (drag.current?.pointer === event.pointerId) setBy(way(event))
      },
      onPointerUp: (event: PointerEvent) => end(event, true),
      onPointerCancel: (event: PointerEvent) => end(event, false),
      onClick: () => {
        if (!wasDragged.current) onOpenChange(!open)
        wasDragged.current = false
      },
    },
  }
}

/**
 * A half-open sheet at the thumb: what is above it stays in use. Its grip follows the finger; lowered, by drag, grip or
 * Esc, it leaves a strip.
 */
export function Sheet({
  label,
  open,
  onOpenChange,
  raise,
  lower,
  strip,
  foot,
  className,
  children,
}: {
  label: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What the grip does when the sheet is down. */
  raise: string
  /** What the grip does when the sheet is up. */
  lower: string
  /** What is left of it when it is down. */
  strip: ReactNode
  /** What stays in sight under the content, however long that is. */
  foot?: ReactNode
  className?: string | undefined
  children: ReactNode
}) {
  const { by, handlers } = useDrag(open, onOpenChange)
  const onKeyDown = (event: KeyboardEvent): void => {
    // A menu or a list in the sheet closes first.
    if (event.key === 'Escape' && open && !event.defaultPrevented) onOpenChange(false)
  }
  return (
    <section
      className={classNames(styles.sheet, veilClass(), className)}
      aria-label={label}
      data-open={open}
      style={by === 0 ? undefined : { transform: `translateY(${by}px)` }}
      onKeyDown={onKeyDown}
    >
      <button
        type="button"
        className={styles.grip}
        aria-expanded={open}
        aria-label={open ? lower : raise}
        {...handlers}
      />
      {open ? (
        <>
          <div className={styles.body}>{children}</div>
          {foot && <div className={styles.foot}>{foot}</div>}
        </>
      ) : (
        <div className={styles.strip}>{strip}</div>
      )}
    </section>
  )
}
