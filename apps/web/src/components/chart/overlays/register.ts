import { registerOverlay } from 'klinecharts'
import { axisTags } from './axisTags.ts'
import { fillMarksOverlay } from './fillMarks.ts'
import { note } from './note.ts'
import { optionWindow } from './optionWindow.ts'
import { ownLine } from './ownLine.ts'
import { rectangle } from './rectangle.ts'

/** Teaches the chart library the marks it does not know; called once when they arrive. */
export const registerOverlays = (): void => {
  registerOverlay(ownLine)
  registerOverlay(fillMarksOverlay)
  registerOverlay(axisTags)
  registerOverlay(optionWindow)
  registerOverlay(rectangle)
  registerOverlay(note)
}
