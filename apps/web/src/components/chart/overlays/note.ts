import type { OverlayTemplate } from 'klinecharts'

/** Text of a note; null while it is edited. */
export type NoteData = { readonly text: string | null }

const textOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'text' in data && typeof data.text === 'string'
    ? data.text
    : '…'

/** Text at a point on the chart. */
export const note: OverlayTemplate<NoteData> = {
  name: 'note',
  totalStep: 2,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: true,
  needDefaultYAxisFigure: true,
  createPointFigures: ({ overlay, coordinates }) => {
    const at = coordinates[0]
    return at
      ? {
          type: 'text',
          attrs: { x: at.x + 6, y: at.y, text: textOf(overlay.extendData), baseline: 'middle' },
          styles: { size: 12, weight: '500' },
        }
      : []
  },
}
