/** The drawing tools, in the order of the rail; the library's own names, but for the note. */
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

/** As long as a note may be. */
export const noteLength = 120

export type Drawing = {
  readonly tool: Tool
  readonly points: readonly { readonly timestamp: number; readonly value: number }[]
  /** What a note says. */
  readonly text?: string
}

/** What one reader keeps for one market. */
export type SavedChart = {
  readonly drawings: readonly Drawing[]
  /** Null where nothing was said yet. */
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

const isDrawing = (one: unknown): one is Drawing => {
  if (typeof one !== 'object' || one === null) return false
  const { tool, points, text } = one as Partial<Record<keyof Drawing, unknown>>
  return (
    isTool(tool) && Array.isArray(points) && points.length > 0 && points.every(isPoint) && isSound(tool, text)
  )
}

const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

/**
 * Reads what was kept, wherever it comes from; whatever is not a drawing is left out. A plain list is what
 * pages wrote before they kept indicators too.
 */
export const parseSavedChart = (text: string | null): SavedChart => {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null) return nothing
    const kept: Partial<Record<keyof SavedChart, unknown>> = Array.isArray(value)
      ? { drawings: value }
      : value
    const list = Array.isArray(kept.drawings) ? kept.drawings : []
    return {
      drawings: list.filter(isDrawing),
      averages: flag(kept.averages),
      volume: flag(kept.volume),
    }
  } catch {
    return nothing
  }
}

/** Where a visitor's drawings on one market are kept; members' are kept by the house. */
export const visitorKey = (symbol: string): string => `glasshouse.drawings.visitor.${symbol}`
