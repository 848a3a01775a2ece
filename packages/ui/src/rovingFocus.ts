import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Where the arrow, Home and End keys lead from place `at` among `count`; null for any other key.
 *
 * @example nextPlace('ArrowLeft', 0, 4) // 3
 */
export const nextIndex = (key: string, at: number, count: number): number | null => {
  if (count === 0) return null
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  return step === undefined ? null : (at + step + count) % count
}

/** Moves the focus among the children of a tab list or radio group and reports the new place. */
export const moveFocus = (
  event: KeyboardEvent<HTMLElement>,
  at: number,
  count: number,
  role: 'tab' | 'radio',
): number | null => {
  const next = nextIndex(event.key, at, count)
  if (next === null) return null
  event.preventDefault()
  const places = event.currentTarget.querySelectorAll<HTMLElement>(`[role="${role}"]`)
  places[next]?.focus()
  return next
}
