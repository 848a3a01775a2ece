import { describe, expect, it } from 'vitest'
import { noStudies, readStudies, type StudySettings } from './settings.ts'

describe('saved indicators', () => {
  it('are read as they were written', () => {
    const settings: StudySettings = {
      studies: [
        { name: 'RSI', params: [5, 10, 20] },
        { name: 'VWAP', params: [30] },
      ],
      scale: 'logarithm',
      compare: 'ETHUSDT',
    }
    expect(readStudies(JSON.stringify(settings))).toEqual(settings)
  })

  it('fall back to the usual parameters, and lose what is unknown or doubled', () => {
    const saved = {
      studies: [
        { name: 'EMA', params: [0, 2, 3] },
        { name: 'EMA', params: [1, 2, 3] },
        { name: 'FOO', params: [1] },
        { name: 'BOLL', params: [20, 2.5] },
        null,
      ],
      scale: 'other',
      compare: '<b>',
    }
    expect(readStudies(JSON.stringify(saved))).toEqual({
      ...noStudies,
      studies: [
        { name: 'EMA', params: [9, 21, 55] },
        { name: 'BOLL', params: [20, 2] },
      ],
    })
    for (const text of [null, '', 'x', '[]', '1', 'null']) expect(readStudies(text)).toEqual(noStudies)
  })
})
