import { type Chart, utils, type YAxis } from 'klinecharts'
import type { LineLook } from './lineLook.ts'
import { type LineTag, type LineTagPlace, type PaneSize, placeLineTags } from './lineTags.ts'

/** Priority of tags: a higher one is moved less. */
export const tagPriority = {
  held: 9,
  crosshair: 8,
  last: 7,
  liquidation: 5,
  order: 4,
  option: 4,
  takeProfit: 3,
  stopLoss: 3,
  trailingStop: 3,
  closingOrder: 3,
  position: 2,
} as const

/** Line with a tag on the line and one on the axis. */
export type Tagged = {
  readonly id: string
  readonly value: number
  readonly tag: string
  readonly axis: string
  readonly look: LineLook
  readonly column: LineTag['column']
  readonly priority: number
}

export const lineTagSize = 10.5
const lineTagPadding = 16

/** Tag positions of one chart. All overlays read their positions here, so that their tags do not overlap. */
const createTagPlan = () => {
  let tagged: readonly Tagged[] = []
  let widths: readonly number[] = []
  let known: { readonly key: string; readonly places: ReadonlyMap<string, LineTagPlace> } | null = null
  return {
    set: (next: readonly Tagged[]): void => {
      tagged = next
      widths = next.map(
        ({ tag, look }) => utils.calcTextWidth(tag, lineTagSize, '500', look.family) + lineTagPadding,
      )
      known = null
    },
    tagged: () => tagged,
    /** Tag positions by line id; omitted tags are missing. */
    places: (yAxis: YAxis, size: PaneSize): ReadonlyMap<string, LineTagPlace> => {
      const ys = tagged.map(({ value }) => yAxis.convertToPixel(value))
      const key = `${ys.join(' ')} ${size.width} ${size.height}`
      if (known?.key !== key) {
        const tags = tagged.map((tag, index) => ({ ...tag, y: ys[index] ?? 0, width: widths[index] ?? 0 }))
        known = { key, places: placeLineTags(tags, size) }
      }
      return known.places
    },
  }
}
export type TagPlan = ReturnType<typeof createTagPlan>

/** Keyed by chart, because the library deep-copies the data of overlays. */
const plans = new WeakMap<Chart, TagPlan>()

/** Plan of a chart, created on first use. */
export const tagPlanOf = (chart: Chart): TagPlan => {
  const known = plans.get(chart)
  if (known) return known
  const fresh = createTagPlan()
  plans.set(chart, fresh)
  return fresh
}
