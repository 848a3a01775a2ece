import { workshop } from '@glasshouse/testkit/workshop'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

const open = workshop()

/** Accessible description of an element: the texts its `aria-describedby` names. */
const described = (locator: Locator): Promise<string[]> =>
  locator.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id: string) => element.ownerDocument.getElementById(id)?.textContent ?? ''),
  )

describe('Button', () => {
  const presses = (page: Page) => page.getByRole('status', { name: 'Presses' }).innerText()

  it('runs its action by pointer, Enter and Space', async () => {
    const page = await open()
    const button = page.getByRole('button', { name: 'Invest 5,000' })
    await button.click()
    await button.press('Enter')
    await button.press('Space')
    expect(await presses(page)).toBe('3')
  })

  it('does nothing while it is locked, says why, and works when the reason is gone', async () => {
    const page = await open()
    const button = page.getByRole('button', { name: 'Invest', exact: true })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    expect(await described(button)).toEqual(['The amount is below 100. Use 100'])
    await button.click({ force: true })
    await button.press('Enter')
    expect(await presses(page)).toBe('0')
    await page.getByRole('button', { name: 'Use 100' }).click()
    expect(await button.getAttribute('aria-disabled')).toBeNull()
    await button.click()
    expect(await presses(page)).toBe('1')
  })

  it('counts the seconds while it is busy and ignores presses', async () => {
    const page = await open()
    const button = page.getByRole('button', { name: /^Placing/ })
    expect(await button.innerText()).toMatch(/^Placing/)
    await button.click({ force: true })
    expect(await presses(page)).toBe('0')
    await expect.poll(() => button.innerText()).toMatch(/^Placing, [1-9] s$/)
  })

  it('draws the busy, locked and danger states in different colours that differ from the plain one', async () => {
    const page = await open()
    const colour = (name: string | RegExp) =>
      page
        .getByRole('button', { name, exact: true })
        .first()
        .evaluate((element) => {
          const style = element.ownerDocument.defaultView?.getComputedStyle(element)
          return `${style?.backgroundColor} ${style?.color}`
        })
    const seen = await Promise.all(['Invest 5,000', 'Invest', 'Reject', 'Cancel'].map(colour))
    expect(new Set(seen).size).toBe(4)
  })

  it('toggles a pressed icon button and leaves a disabled one', async () => {
    const page = await open()
    const pin = page.getByRole('button', { name: 'Pin' })
    expect(await pin.getAttribute('aria-pressed')).toBe('false')
    await pin.click()
    expect(await pin.getAttribute('aria-pressed')).toBe('true')
    expect(await pin.getAttribute('title')).toBe('Pin')
    expect(await page.getByRole('button', { name: 'Previous day' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Receipt of the order' }).click()
    expect(await presses(page)).toBe('1')
  })
})

describe('Field', () => {
  it('reads its limits before typing and its error beside the field', async () => {
    const page = await open()
    expect(await described(page.getByRole('textbox', { name: 'Amount' }))).toEqual([
      '100 to 50,000, steps of 100',
    ])
    const stop = page.getByRole('textbox', { name: 'Stop-loss, buy' })
    expect(await stop.getAttribute('aria-invalid')).toBe('true')
    expect((await described(stop)).join(' ')).toContain('Beyond the close-out price.')
  })

  it('takes the accepted value that its error offers', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Use 63,594.39' }).press('Enter')
    const stop = page.getByRole('textbox', { name: 'Stop-loss, buy' })
    expect(await stop.inputValue()).toBe('63,594.39')
    expect(await stop.getAttribute('aria-invalid')).toBeNull()
    expect(await page.getByText('Beyond the close-out price.').count()).toBe(0)
  })

  it('cannot be typed into while it is locked, and reads its note', async () => {
    const page = await open()
    const locked = page.getByRole('textbox', { name: 'Withdraw to' })
    await locked.focus()
    await page.keyboard.type('9')
    expect(await locked.inputValue()).toBe('TXk2…9fQe')
    expect((await described(locked)).join(' ')).toContain('New address.')
  })

  it('keeps its size and the place beside it when its error goes', async () => {
    const page = await open()
    const stop = page.getByRole('textbox', { name: 'Stop-loss, buy' })
    const place = () =>
      Promise.all(
        [stop, page.getByRole('textbox', { name: 'Withdraw to' })].map(async (field) => {
          const box = await field.boundingBox()
          return [box?.x, box?.width, box?.height]
        }),
      )
    const before = await place()
    await page.getByRole('button', { name: 'Use 63,594.39' }).click()
    expect(await place()).toEqual(before)
  })
})

describe('NumberField', () => {
  const price = (page: Page) => page.getByRole('textbox', { name: 'Price' })
  const plain = (page: Page) => page.getByRole('status', { name: 'Price as plain text' }).innerText()

  it('groups its number at rest and ungroups it while it is edited', async () => {
    const page = await open()
    expect(await price(page).inputValue()).toBe('65,850')
    await price(page).focus()
    await expect.poll(() => price(page).inputValue()).toBe('65850')
    await price(page).blur()
    expect(await price(page).inputValue()).toBe('65,850')
  })

  it('keeps the caret at its digit when the group signs go', async () => {
    const page = await open()
    await price(page).evaluate((element) => {
      const input = element as unknown as { focus(): void; setSelectionRange(from: number, to: number): void }
      input.focus()
      input.setSelectionRange(4, 4)
    })
    await expect.poll(() => price(page).inputValue()).toBe('65850')
    await page.keyboard.type('9')
    expect(await price(page).inputValue()).toBe('658950')
  })

  it.each([
    ['66,126.28', '66126.28'],
    ['66 126,28', '66126.28'],
    ['1,000', '1000'],
    ['66,126.28 USDT', '66126.28'],
    ['', ''],
  ])('reads %s as %s', async (typed, read) => {
    const page = await open()
    await price(page).fill(typed)
    await expect.poll(() => plain(page)).toBe(read)
  })

  it('asks about an ambiguous number and takes the chosen one', async () => {
    const page = await open()
    await price(page).fill('10,5')
    await page.getByText('Which number is meant?').waitFor()
    expect(await plain(page)).toBe('?10,5')
    await page.getByRole('button', { name: '10.5', exact: true }).click()
    expect(await plain(page)).toBe('10.5')
    expect(await price(page).getAttribute('aria-invalid')).toBeNull()
  })

  it('passes on what it cannot read as unreadable and keeps it for correction', async () => {
    const page = await open()
    await price(page).fill('twelve')
    expect(await plain(page)).toBe('?twelve')
    await price(page).blur()
    expect(await price(page).inputValue()).toBe('twelve')
  })

  it('shows the decimal keyboard of a phone', async () => {
    const page = await open({ phone: true })
    expect(await price(page).getAttribute('inputmode')).toBe('decimal')
  })
})

describe('Checkbox and Toggle', () => {
  it('changes the checkbox by its text and by Space', async () => {
    const page = await open()
    const box = page.getByRole('checkbox', { name: 'I have read the risk notice' })
    await page.getByText('I have read the risk notice').click()
    expect(await box.isChecked()).toBe(false)
    await box.press('Space')
    expect(await box.isChecked()).toBe(true)
  })

  it('switches the toggle by pointer, Enter and Space', async () => {
    const page = await open()
    const toggle = page.getByRole('switch', { name: 'Day and night' })
    const states: (string | null)[] = []
    for (const act of [() => toggle.click(), () => toggle.press('Enter'), () => toggle.press('Space')]) {
      await act()
      states.push(await toggle.getAttribute('aria-checked'))
    }
    expect(states).toEqual(['false', 'true', 'false'])
  })

  it.each(['checkbox', 'switch'] as const)('gives the %s a target of at least 24 px', async (role) => {
    const page = await open({ phone: true })
    const control = page.getByRole(role).first()
    const target = role === 'switch' ? control : page.getByText('I have read the risk notice').locator('..')
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(role === 'switch' ? 24 : 20)
  })
})
