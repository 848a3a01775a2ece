/** Drawing tools in the order of the toolbar. The names are those of the library, except for the note. */
export const tools = [
  'segment',
  'rayLine',
  'horizontalStraightLine',
  'verticalStraightLine',
  'parallelStraightLine',
  'priceChannelLine',
  'fibonacciLine',
  'rectangle',
  'note',
] as const
export type Tool = (typeof tools)[number]

/** Maximum length of a note in characters. */
export const noteLength = 120

export type Drawing = {
  readonly tool: Tool
  readonly points: readonly { readonly timestamp: number; readonly value: number }[]
  /** Text of a note. */
  readonly text?: string
}

/** Saved state of a user for one market. */
export type SavedChart = {
  readonly drawings: readonly Drawing[]
  /** Null if not set. */
  readonly averages: boolean | null
  readonly volume: boolean | null
}

const nothing: SavedChart = { drawings: [], averages: null, volume: null }

const isTool = (value: unknown): value is Tool => tools.some((tool) => tool === value)

const isPoint = (value: unknown): value is Drawing['points'][number] =>
  typeof value === 'object' &&
  value !== null &&
  'timestamp' in value &&
  'value' in value &&
  Number.isFinite(value.timestamp) &&
  Number.isFinite(value.value)

const isSound = (tool: Tool, text: unknown): boolean =>
  tool === 'note' ? typeof text === 'string' && text.length <= noteLength : text === undefined

const isDrawing = (value: unknown): value is Drawing => {
  if (typeof value !== 'object' || value === null) return false
  const { tool, points, text } = value as Partial<Record<keyof Drawing, unknown>>
  return (
    isTool(tool) && Array.isArray(points) && points.length > 0 && points.every(isPoint) && isSound(tool, text)
  )
}

const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

/**
 * Parses saved state from any source and omits invalid drawings. A plain array is the older format without
 * indicators.
 */
export const parseSavedChart = (text: string | null): SavedChart => {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null) return nothing
    const stored: Partial<Record<keyof SavedChart, unknown>> = Array.isArray(value)
      ? { drawings: value }
      : value
    const list = Array.isArray(stored.drawings) ? stored.drawings : []
    return {
      drawings: list.filter(isDrawing),
      averages: flag(stored.averages),
      volume: flag(stored.volume),
    }
  } catch {
    return nothing
  }
}
