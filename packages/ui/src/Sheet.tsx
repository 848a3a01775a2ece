import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { classNames } from './classNames.tsx'
import { veilClass } from './GlassPanel.tsx'
import styles from './Sheet.module.css'
import { dragOffset, isTouch, shouldStayOpen } from './sheetDrag.ts'

type Drag = { readonly pointer: number; readonly from: number; readonly since: number }

/** Drags the sheet by its grip. The click that ends a drag is ignored. */
const useDrag = (open: boolean, onOpenChange: (open: boolean) => void) => {
  const [by, setBy] = useState(0)
  const drag = useRef<Drag | null>(null)
  const wasDragged = useRef(false)
  const distanceTo = (event: PointerEvent): number => event.clientY - (drag.current?.from ?? event.clientY)
  const end = (event: PointerEvent, counts: boolean): void => {
    if (drag.current?.pointer !== event.pointerId) return
    const next = shouldStayOpen(open, distanceTo(event), event.timeStamp - drag.current.since)
    wasDragged.current = !isTouch(distanceTo(event))
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
        if (drag.current?.pointer === event.pointerId) setBy(distanceTo(event))
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
 * Non-modal bottom sheet: the content above it stays usable. The grip can be dragged. When lowered by drag,
 * grip or Esc, the sheet shows a strip.
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
  /** Label of the grip while the sheet is lowered. */
  raise: string
  /** Label of the grip while the sheet is raised. */
  lower: string
  /** Content of the strip that stays visible when the sheet is lowered. */
  strip: ReactNode
  /** Footer that stays visible while the content scrolls. */
  foot?: ReactNode
  className?: string | undefined
  children: ReactNode
}) {
  const { by, handlers } = useDrag(open, onOpenChange)
  const onKeyDown = (event: KeyboardEvent): void => {
    // An open menu or list in the sheet handles Esc first.
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
