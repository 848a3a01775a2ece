import { registerIndicator, registerOverlay } from 'klinecharts'
import { gaps } from '../gaps.ts'
import { fillMark } from './fillMark.ts'
import { note } from './note.ts'
import { optionWindow } from './optionWindow.ts'
import { ownLine } from './ownLine.ts'
import { rectangle } from './rectangle.ts'

/** Teaches the chart library what it does not know; called once when its chunk arrives. */
export const registerOverlays = (): void => {
  registerOverlay(ownLine)
  registerOverlay(fillMark)
  registerOverlay(optionWindow)
  registerOverlay(rectangle)
  registerOverlay(note)
  registerIndicator(gaps)
}
