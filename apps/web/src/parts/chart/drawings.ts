/** The drawing tools, in the order of the rail; the library's own names. */
export const tools = [
  'segment',
  'rayLine',
  'horizontalStraightLine',
  'verticalStraightLine',
  'parallelStraightLine',
  'priceChannelLine',
  'fibonacciLine',
  'rectangle',
] as const
export type Tool = (typeof tools)[number]

export type Drawing = {
  readonly tool: Tool
  readonly points: readonly { readonly timestamp: number; readonly value: number }[]
}

const isTool = (value: unknown): value is Tool => tools.some((tool) => tool === value)

const isPoint = (value: unknown): value is Drawing['points'][number] =>
  typeof value === 'object' &&
  value !== null &&
  'timestamp' in value &&
  'value' in value &&
  Number.isFinite(value.timestamp) &&
  Number.isFinite(value.value)

/** Reads kept drawings; whatever is not a drawing is left out. */
export const readDrawings = (text: string | null): Drawing[] => {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(list)) return []
    return list.filter(
      (one): one is Drawing =>
        typeof one === 'object' &&
        one !== null &&
        isTool(one.tool) &&
        Array.isArray(one.points) &&
        one.points.length > 0 &&
        one.points.every(isPoint),
    )
  } catch {
    return []
  }
}

/** Where one trader's drawings on one market are kept; visitors share a place of their own. */
export const drawingsKey = (owner: string, symbol: string): string => `glasshouse.drawings.${owner}.${symbol}`
