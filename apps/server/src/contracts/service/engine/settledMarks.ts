/** How far the ticks of a market were heard at a moment: its id and the number of its newest tick. */
export type HeardTicks = ReadonlyMap<number, number>

/** Finds out up to which ticks everything that was reached is settled, without looking at every tick. */
export type SettledMarks = {
  /** Notes how far the ticks of all markets were heard at a moment. */
  readonly note: (moment: number, heard: HeardTicks) => void
  /** The newest noted ticks before everything that is outstanding since `oldest`; null when there are none new. */
  readonly take: (oldest: number) => HeardTicks | null
}

const maxMarks = 600

/**
 * Starts without a mark.
 *
 * @example marks.note(7, new Map([[1, 41]])); marks.take(8) // Map { 1 → 41 }: nothing before moment 8 is outstanding
 */
export const createSettledMarks = (): SettledMarks => {
  let marks: { readonly moment: number; readonly heard: HeardTicks }[] = []
  return {
    note: (moment, heard) => {
      if (marks.at(-1)?.moment === moment) return
      marks.push({ moment, heard })
      // Every other one is given up: the queue has stood still for long, and an older mark only replays more.
      if (marks.length > maxMarks) marks = marks.filter((_, index) => index % 2 === 0)
    },
    take: (oldest) => {
      const found = marks.findLast(({ moment }) => moment < oldest)
      if (found === undefined) return null
      marks = marks.filter(({ moment }) => moment > found.moment)
      return found.heard
    },
  }
}
