import { expect, it } from 'vitest'
import { desktop, type View } from '../../../apps/web/e2e/browser.ts'
import { consoleScreens, screens } from '../../../apps/web/e2e/screens.ts'
import { missingPlans, pictureNames, sizeOf } from './pictures.ts'

const viewOf = (size: string, language = 'en'): View => ({ ...desktop, ...sizeOf(size), language })

it('takes pictures of the console in English and in large windows only', () => {
  const named = (size: string, language?: string) => pictureNames(viewOf(size, language), consoleScreens)
  expect(named('1440x900')).toHaveLength(consoleScreens.length)
  expect(named('1440x900')).toContain('console-queue-1440-day-en.png')
  expect(named('1024x768')).toContain('console-entrance-1024-day-en.png')
  expect([...named('390x844'), ...named('1440x900', 'ja')]).toEqual([])
})

it('names no two pictures alike', () => {
  const names = pictureNames(viewOf('1440x900'), [...screens, ...consoleScreens])
  expect(new Set(names).size).toBe(names.length)
})

it('goes on with the screens that lack a picture', () => {
  const taken = new Set(['console-queue-1440-day-en.png'])
  const missing = missingPlans(viewOf('1440x900'), consoleScreens, taken).map(({ name }) => name)
  expect(missing).toHaveLength(consoleScreens.length - 1)
  expect(missing).not.toContain('console-queue')
  expect(missingPlans(viewOf('1024x768'), consoleScreens, taken)).toHaveLength(consoleScreens.length)
})
