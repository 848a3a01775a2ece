import { useEffect, useState } from 'react'

/** Duration of a slide in milliseconds. */
const slideMs = 8000

/** Next slide; wraps around. */
export const nextOf = (at: number, count: number): number => (count === 0 ? 0 : (at + 1) % count)

export type Carousel = {
  readonly at: number
  readonly show: (at: number) => void
  /** Whether the slides change automatically. */
  readonly playing: boolean
  readonly toggle: () => void
  /** Handlers for the frame: hover and focus pause the carousel. */
  readonly hold: {
    readonly onPointerEnter: () => void
    readonly onPointerLeave: () => void
    readonly onFocus: () => void
    readonly onBlur: () => void
  }
}

/** Changes slides every 8 seconds. With reduced motion only if the user starts it. */
export const useCarousel = (count: number): Carousel => {
  const [at, setAt] = useState(0)
  const [playing, setPlaying] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const visible = at < count ? at : 0
  const turns = playing && !pointed && !focused && count > 1
  useEffect(() => {
    if (!turns) return
    const timer = setTimeout(() => setAt(nextOf(visible, count)), slideMs)
    return () => clearTimeout(timer)
  }, [turns, visible, count])
  return {
    at: visible,
    show: setAt,
    playing,
    toggle: () => setPlaying(!playing),
    hold: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  }
}
