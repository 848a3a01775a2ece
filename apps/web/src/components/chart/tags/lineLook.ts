/** Style of a line of a position or order; all colours are design tokens. */
export type LineLook = {
  readonly line: string
  readonly tagText: string
  readonly tagFill: string
  readonly tagEdge: string
  readonly axisText: string
  readonly axisFill: string
  readonly axisEdge: string
  /** Dash and gap in pixels; null for a solid line. */
  readonly dash: readonly [number, number] | null
  readonly family: string
}
