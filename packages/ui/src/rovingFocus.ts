import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Index that an arrow, Home or End key moves to from `at` among `count` items; null for any other key.
 *
 * @example nextIndex('ArrowLeft', 0, 4) // 3
 */
export const nextIndex = (key: string, at: number, count: number): number | null => {
  if (count === 0) return null
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  return step === undefined ? null : (at + step + count) % count
}

/** Moves the focus among the children of a tab list or radio group and reports the new index. */
export const moveFocus = (
  event: KeyboardEvent<HTMLElement>,
  at: number,
  count: number,
  role: 'tab' | 'radio',
): number | null => {
  const next = nextIndex(event.key, at, count)
  if (next === null) return null
  event.preventDefault()
  const targets = event.currentTarget.querySelectorAll<HTMLElement>(`[role="${role}"]`)
  targets[next]?.focus()
  return next
}
