import { registerOverlay } from 'klinecharts'
import { axisTags } from './axisTags.ts'
import { fillMarksOverlay } from './fillMarks.ts'
import { note } from './note.ts'
import { optionWindow } from './optionWindow.ts'
import { ownLine } from './ownLine.ts'
import { rectangle } from './rectangle.ts'

/** Registers the custom overlays with the chart library; called once after loading. */
export const registerOverlays = (): void => {
  registerOverlay(ownLine)
  registerOverlay(fillMarksOverlay)
  registerOverlay(axisTags)
  registerOverlay(optionWindow)
  registerOverlay(rectangle)
  registerOverlay(note)
}
