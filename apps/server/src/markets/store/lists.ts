/** The parts of a comma-separated column. */
export const toParts = (text: string): readonly string[] => text.split(',').map((part) => part.trim())

/** The whole numbers of a comma-separated column. */
export const toNumbers = (text: string): readonly number[] =>
  toParts(text).map((part) => Number.parseInt(part, 10))
