import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import { someCases } from '@glasshouse/testkit/cases'
import { workshop } from '@glasshouse/testkit/workshop'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'

const open = workshop()

/** Runs in the page: whether the focused element, or the field around it, has a visible focus ring. */
const ringed = `(() => {
  const at = document.activeElement
  const box = at.getBoundingClientRect()
  const has = (element, steps) =>
    element !== null && steps > 0 &&
    ((getComputedStyle(element).outlineStyle !== 'none' && parseFloat(getComputedStyle(element).outlineWidth) >= 2) ||
      has(element.parentElement, steps - 1))
  return has(at, 4) && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
})()`

/** Runs in the page: name and role of the focused element; null on the page itself. */
const focused = `(() => {
  const at = document.activeElement
  if (at === null || at === document.body) return null
  const name = at.getAttribute('aria-label') ?? at.labels?.[0]?.innerText ?? at.innerText
  return (at.getAttribute('role') ?? at.tagName.toLowerCase()) + ' ' + name.trim().split('\\n')[0]
})()`

/** Presses Tab through the whole page: what was focused, and what of it had no ring. */
const walk = async (page: Page): Promise<{ stops: string[]; without: string[] }> => {
  const [stops, without] = [[] as string[], [] as string[]]
  for (;;) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate<string | null>(focused)
    if (at === null) return { stops, without }
    stops.push(at)
    if (!(await page.evaluate<boolean>(ringed))) without.push(at)
  }
}

it.each(someCases(['day', 'night'] as const, 0))(
  'is accessible and rings every focused component by %s',
  async (theme) => {
    const page = await open({ theme })
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    expect(await accessibilityViolations(page)).toEqual([])
    if (theme === 'day') {
      await page.emulateMedia({ contrast: 'more' })
      expect(await accessibilityViolations(page)).toEqual([])
      expect(
        await page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--veil')`),
      ).toBe(
        await page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--veil-solid')`),
      )
      await page.emulateMedia({ contrast: null })
    }
    const { stops, without } = await walk(page)
    expect(without).toEqual([])
    // A group of choices is one stop; a locked button is one too, because its reason must be readable.
    expect(stops.filter((stop) => stop.startsWith('tab '))).toEqual(['tab Transaction'])
    expect(stops.filter((stop) => stop.startsWith('radio '))).toHaveLength(4)
    expect(stops.some((stop) => stop.startsWith('button Placing'))).toBe(true)
    expect(stops).not.toContain('button Previous day')
    expect(new Set(stops).size).toBeGreaterThan(30)
    expect(complaints).toEqual([])
  },
)

it('keeps a long label inside its button and every component inside the page', async () => {
  const page = await open()
  const long = page.getByRole('button', { name: /^Подтвердить/ })
  const sizes = await long.evaluate((element) => [element.scrollWidth, element.clientWidth])
  expect(sizes[0]).toBeLessThanOrEqual(sizes[1] ?? 0)
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

/** Runs in the page: the lines of a Japanese label that has seven tenths of the width it needs. */
const japaneseLines = `(() => {
  document.documentElement.lang = 'ja'
  const label = document.body.appendChild(document.createElement('p'))
  label.style.cssText = 'width: max-content; white-space: normal'
  const text = label.appendChild(document.createTextNode('データとプライバシー'))
  label.style.width = label.getBoundingClientRect().width * 0.7 + 'px'
  const tops = [...text.data].map((_, at) => {
    const letter = document.createRange()
    letter.setStart(text, at)
    letter.setEnd(text, at + 1)
    return letter.getBoundingClientRect().top
  })
  return [...text.data].map((letter, at) => (at > 0 && tops[at] > tops[at - 1] ? '\\n' : '') + letter).join('')
})()`

it('breaks Japanese between phrases, not within a word', async () => {
  const page = await open({ theme: 'day' })
  expect(await page.evaluate(japaneseLines)).toBe('データと\nプライバシー')
})
