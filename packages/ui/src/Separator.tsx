import type { KeyboardEvent, PointerEvent } from 'react'
import { classNames } from './classNames.tsx'
import styles from './Separator.module.css'

/** Pixels of one press of an arrow key. */
const keyStep = 16

/** Arrow keys that enlarge and reduce, by the edge of the pane that the separator is. */
const keys = {
  left: ['ArrowLeft', 'ArrowRight'],
  right: ['ArrowRight', 'ArrowLeft'],
  top: ['ArrowUp', 'ArrowDown'],
} as const

/**
 * Edge of a pane that changes its size: by drag, by arrow keys, with Home and End to its limits, by Enter or a double
 * click to its usual size. Sizes are in pixels; the element lies in the pane and sends the size, limited to `min`
 * and `max`.
 */
export function Separator({
  label,
  edge,
  value,
  min,
  max,
  onChange,
  onReset,
  className,
}: {
  label: string
  /** Edge of the pane on which the separator lies. */
  edge: keyof typeof keys
  value: number
  min: number
  max: number
  onChange: (size: number) => void
  /** Returns the pane to its usual size. */
  onReset: () => void
  className?: string | undefined
}) {
  const set = (size: number): void => onChange(Math.round(Math.min(max, Math.max(min, size))))
  const onKeyDown = (event: KeyboardEvent): void => {
    const [more, less] = keys[edge]
    const sizes: Readonly<Record<string, number>> = {
      [more]: value + keyStep,
      [less]: value - keyStep,
      Home: min,
      End: max,
    }
    const size = sizes[event.key]
    if (size === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (size === undefined) onReset()
    else set(size)
  }
  const onPointerDown = (down: PointerEvent<HTMLElement>): void => {
    if (down.button !== 0) return
    // Prevents the selection of text; the focus must then be set here.
    down.preventDefault()
    const line = down.currentTarget
    line.focus()
    line.setPointerCapture(down.pointerId)
    const move = ({ clientX, clientY }: globalThis.PointerEvent): void => {
      const [right, lower] = [clientX - down.clientX, clientY - down.clientY]
      set(value + { left: -right, right, top: -lower }[edge])
    }
    const end = (): void => {
      line.removeEventListener('pointermove', move)
      line.removeEventListener('lostpointercapture', end)
    }
    line.addEventListener('pointermove', move)
    line.addEventListener('lostpointercapture', end)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot have the focus or a value
    <div
      role="separator"
      aria-label={label}
      aria-orientation={edge === 'top' ? 'horizontal' : 'vertical'}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      data-edge={edge}
      className={classNames(styles.separator, className)}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onDoubleClick={onReset}
    />
  )
}
