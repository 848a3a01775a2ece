import { useEffect, useState } from 'react'

/** How long a slide stays before the next one comes by itself. */
const staysMs = 8000

/** The slide after this one; after the last comes the first. */
export const nextOf = (at: number, count: number): number => (count === 0 ? 0 : (at + 1) % count)

export type Carousel = {
  readonly at: number
  readonly show: (at: number) => void
  /** Whether slides turn by themselves while nobody holds them. */
  readonly playing: boolean
  readonly toggle: () => void
  /** For the frame: pointing at it or being in it with the keyboard holds the slide. */
  readonly hold: {
    readonly onPointerEnter: () => void
    readonly onPointerLeave: () => void
    readonly onFocus: () => void
    readonly onBlur: () => void
  }
}

/** Turns slides every eight seconds; never where the reader asked for less motion, unless told to. */
export const useCarousel = (count: number): Carousel => {
  const [at, setAt] = useState(0)
  const [playing, setPlaying] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const shown = at < count ? at : 0
  const turns = playing && !pointed && !focused && count > 1
  useEffect(() => {
    if (!turns) return
    const timer = setTimeout(() => setAt(nextOf(shown, count)), staysMs)
    return () => clearTimeout(timer)
  }, [turns, shown, count])
  return {
    at: shown,
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
