import { useEffect, useState } from 'react'
import type { Canvas } from '../chartCanvas.ts'
import { createStudies } from './drawStudies.ts'
import { loadStudies, type StudySettings, saveStudies } from './settings.ts'

/** Indicators and scale of the chart, drawn on it, and a function that changes and saves them. */
export const useStudies = (canvas: Canvas | null) => {
  const [settings, setSettings] = useState(loadStudies)
  useEffect(() => {
    if (canvas === null) return
    const studies = createStudies(canvas.chart, canvas.pricePane)
    const draw = (): void => studies.draw(settings)
    draw()
    const host = canvas.chart.getDom()
    const themes = new MutationObserver(draw)
    themes.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-direction'] })
    const sizes = new ResizeObserver(draw)
    if (host) sizes.observe(host)
    return () => {
      themes.disconnect()
      sizes.disconnect()
      studies.clear()
    }
  }, [canvas, settings])
  const change = (part: Partial<StudySettings>): void => {
    const next = { ...settings, ...part }
    saveStudies(next)
    setSettings(next)
  }
  return [settings, change] as const
}
