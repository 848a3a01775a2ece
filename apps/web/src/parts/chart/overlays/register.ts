import { registerOverlay } from 'klinecharts'
import { fillMark } from './fillMark.ts'
import { note } from './note.ts'
import { optionWindow } from './optionWindow.ts'
import { ownLine } from './ownLine.ts'
import { rectangle } from './rectangle.ts'

/** Teaches the chart library the marks it does not know; called once when they arrive. */
export const registerOverlays = (): void => {
  registerOverlay(ownLine)
  registerOverlay(fillMark)
  registerOverlay(optionWindow)
  registerOverlay(rectangle)
  registerOverlay(note)
}
