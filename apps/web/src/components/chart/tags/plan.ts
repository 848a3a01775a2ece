import { type Chart, utils, type YAxis } from 'klinecharts'
import type { LineLook } from './lineLook.ts'
import { type LineTag, type LineTagPlace, type PaneSize, placeLineTags } from './lineTags.ts'

/** Who keeps its place when tags meet: the higher moves less. */
export const tagPriority = {
  held: 9,
  crosshair: 8,
  last: 7,
  closeOut: 5,
  order: 4,
  option: 4,
  stop: 3,
  position: 2,
} as const

/** Something at a price that has a tag on its line and one on the axis. */
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

/** The tags of one chart: every overlay asks here where its own tag stands, so that all make room for each other. */
export const createTagPlan = () => {
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
    /** Where the tags of all lines stand, by the line's id; one without room is missing. */
    places: (yAxis: YAxis, size: PaneSize): ReadonlyMap<string, LineTagPlace> => {
      const ys = tagged.map(({ value }) => yAxis.convertToPixel(value))
      const key = `${ys.join(' ')} ${size.width} ${size.height}`
      if (known?.key !== key) {
        const tags = tagged.map((one, index) => ({ ...one, y: ys[index] ?? 0, width: widths[index] ?? 0 }))
        known = { key, places: placeLineTags(tags, size) }
      }
      return known.places
    },
  }
}
export type TagPlan = ReturnType<typeof createTagPlan>

/** By chart: what an overlay carries with it the library copies deeply. */
const plans = new WeakMap<Chart, TagPlan>()

/** The plan of a chart, made when it is first asked for. */
export const tagPlanOf = (chart: Chart): TagPlan => {
  const known = plans.get(chart)
  if (known) return known
  const fresh = createTagPlan()
  plans.set(chart, fresh)
  return fresh
}
