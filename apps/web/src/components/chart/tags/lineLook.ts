/** How one of the trader's own lines looks: every colour comes from the tokens. */
export type LineLook = {
  readonly line: string
  readonly tagText: string
  readonly tagFill: string
  readonly tagEdge: string
  readonly axisText: string
  readonly axisFill: string
  readonly axisEdge: string
  /** Dash and gap in pixels; null draws a solid line. */
  readonly dash: readonly [number, number] | null
  readonly family: string
}
