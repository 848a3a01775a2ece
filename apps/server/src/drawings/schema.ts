/** Tables of the module drawings. */
export type DrawingTables = {
  drawings_chart: { uid: number; pid: number; value: string; saved_ms: number }
}
