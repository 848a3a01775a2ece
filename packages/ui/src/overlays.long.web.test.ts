import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import { workshop } from '@glasshouse/testkit/workshop'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

const open = workshop()

const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element.ownerDocument.activeElement === element)

const openDialog = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Dialog' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Close 600 lots of BTCUSDT?' })
  await dialog.waitFor()
  return dialog
}

const toasts = (page: Page) => page.locator('section[aria-label="Notices"] > div')

describe('Dialog', () => {
  it('holds the focus: Tab and Shift+Tab go around inside it', async () => {
    const page = await open()
    const dialog = await openDialog(page)
    const inside = () => dialog.evaluate((element) => element.contains(element.ownerDocument.activeElement))
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('Tab')
      expect(await inside()).toBe(true)
    }
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('Shift+Tab')
      expect(await inside()).toBe(true)
    }
  })

  it.each([
    ['Esc', (page: Page) => page.keyboard.press('Escape')],
    [
      'its close button',
      (page: Page) => page.getByRole('button', { name: 'Close', exact: true }).last().click(),
    ],
    [
      'a button of its foot',
      (page: Page) =>
        page
          .getByRole('button', { name: /^Keep it/ })
          .last()
          .click(),
    ],
  ])('closes with %s and returns the focus to the button that opened it', async (_name, close) => {
    const page = await open()
    const dialog = await openDialog(page)
    await close(page)
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Dialog' }))).toBe(true)
  })

  it('closes with a press on the scrim, but not with the second press of a double click', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Dialog' }).dblclick()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await page.clock.install()
    await page.clock.runFor(1000)
    expect(await dialog.count()).toBe(1)
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    await expect
      .poll(async () => {
        await page.mouse.click(5, 400)
        return dialog.count()
      })
      .toBe(0)
  })

  it('is accessible, hides the page behind it and is no wider than a phone', async () => {
    const page = await open({ phone: true })
    const dialog = await openDialog(page)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await page.getByRole('heading', { name: 'Components' }).count()).toBe(0)
    const box = await dialog.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  })

  it('stays open, and the toast closes, when a toast above it is pressed', async () => {
    const page = await open()
    const dialog = await openDialog(page)
    await dialog.getByRole('button', { name: 'Copy price' }).click()
    await toasts(page).getByText('Price copied').waitFor()
    // Until then a press outside counts as the second one of a double click.
    const now = () => page.evaluate<number>('performance.now()')
    const from = await now()
    await expect.poll(now).toBeGreaterThan(from + 600)
    await toasts(page).locator('[aria-label="Close"]').click()
    await expect.poll(() => toasts(page).count()).toBe(0)
    expect(await dialog.count()).toBe(1)
  })
})

describe('CommandDialog', () => {
  const start = async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Withdraw…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Withdraw to the bank?' })
    await dialog.waitFor()
    const output = (name: string) => page.locator(`output[aria-label="${name}"]`).innerText()
    return { page, dialog, output }
  }

  it('sends by Enter in a field, once, and not the form that opened it', async () => {
    const { page, dialog, output } = await start()
    await dialog.getByRole('textbox', { name: 'Withdrawal' }).fill('250')
    await page.keyboard.press('Enter')
    expect(await output('Sent')).toBe('250')
    expect(await output('Submits of the page')).toBe('0')
  })

  it('announces why it was rejected, keeps what was typed and sends again', async () => {
    const { page, dialog, output } = await start()
    await dialog.getByRole('button', { name: 'Withdraw 100' }).click()
    await dialog.getByRole('alert').getByText('Below the minimum.').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Withdrawal' }).inputValue()).toBe('100')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await output('Sent')).toBe('100 100')
  })

  it('sends nothing while it is locked, neither by the button nor by Enter', async () => {
    const { page, dialog } = await start()
    await dialog.getByRole('textbox', { name: 'Withdrawal' }).fill('')
    const button = dialog.getByRole('button', { name: 'Withdraw', exact: true })
    expect(await button.getAttribute('title')).toBe('Enter an amount.')
    await button.click({ force: true })
    await dialog.getByRole('textbox', { name: 'Withdrawal' }).focus()
    await page.keyboard.press('Enter')
    expect(await dialog.count()).toBe(1)
    expect(await dialog.getByText('Below the minimum.').count()).toBe(0)
  })

  it('sends once for a double click', async () => {
    const { dialog, output } = await start()
    await dialog.getByRole('button', { name: 'Withdraw 100' }).dblclick()
    await dialog.getByText('Below the minimum.').waitFor()
    expect(await output('Sent')).toBe('100')
  })
})

describe('Toast', () => {
  it('shows at most four, newest last, and closes each by its button', async () => {
    const page = await open()
    for (let press = 0; press < 5; press += 1) await page.getByRole('button', { name: 'Toast' }).click()
    await page.getByRole('button', { name: 'Refusal' }).click()
    expect(await toasts(page).count()).toBe(4)
    expect(await toasts(page).last().innerText()).toContain('nothing was done')
    await toasts(page).last().getByRole('button', { name: 'Close' }).click()
    expect(await toasts(page).count()).toBe(3)
  })

  it('announces a refusal as an alert and other news politely', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Refusal' }).click()
    await page.getByRole('region', { name: 'Notices' }).getByRole('alert').waitFor()
    expect(await page.getByRole('region', { name: 'Notices' }).getAttribute('aria-live')).toBe('polite')
    await page.getByRole('button', { name: 'Toast' }).click()
    expect(await toasts(page).last().getAttribute('role')).toBeNull()
  })

  it('disappears after six seconds, but not while the pointer or the focus is on it', async () => {
    const page = await open()
    await page.clock.install()
    await page.getByRole('button', { name: 'Toast' }).click()
    await toasts(page).hover()
    await page.clock.runFor(20_000)
    expect(await toasts(page).count()).toBe(1)
    await page.mouse.move(600, 10)
    await toasts(page).getByRole('button', { name: 'Receipt' }).focus()
    await page.clock.runFor(20_000)
    expect(await toasts(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Menu' }).focus()
    await page.clock.runFor(5_900)
    expect(await toasts(page).count()).toBe(1)
    await page.clock.runFor(200)
    expect(await toasts(page).count()).toBe(0)
  })

  it('closes after its action', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Toast' }).click()
    await toasts(page).getByRole('button', { name: 'Receipt' }).click()
    expect(await toasts(page).count()).toBe(0)
  })
})

describe('Tooltip', () => {
  const tip = (page: Page) => page.getByRole('tooltip')

  it('opens on focus, describes its word and closes with Esc and on blur', async () => {
    const page = await open()
    const word = page.getByText('Margin 1,971.0630')
    await word.focus()
    await tip(page).waitFor()
    expect(await word.getAttribute('aria-describedby')).toBe(await tip(page).getAttribute('id'))
    await page.keyboard.press('Escape')
    expect(await tip(page).count()).toBe(0)
    await word.blur()
    await word.focus()
    await tip(page).waitFor()
    await word.blur()
    expect(await tip(page).count()).toBe(0)
  })

  it('opens on hover inside the window and closes when the page scrolls', async () => {
    const page = await open()
    await page.getByText('Margin 1,971.0630').hover()
    const box = await tip(page).boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1200)
    await page.evaluate('scrollBy(0, -200)')
    await expect.poll(() => tip(page).count()).toBe(0)
  })
})

describe('Sheet', () => {
  const sheet = (page: Page) => page.getByRole('region', { name: 'Order' })
  const grip = (page: Page, name: string) => sheet(page).getByRole('button', { name })

  it('is lowered and raised by its grip and by Esc, and keeps what was typed', async () => {
    const page = await open({ phone: true, part: 'sheet' })
    await sheet(page).getByRole('textbox', { name: 'Lots' }).fill('25')
    await page.keyboard.press('Escape')
    await grip(page, 'Raise the order form').waitFor()
    expect(await sheet(page).getByRole('textbox').count()).toBe(0)
    await sheet(page).getByText('Market, 10×').waitFor()
    await grip(page, 'Raise the order form').press('Enter')
    expect(await sheet(page).getByRole('textbox', { name: 'Lots' }).inputValue()).toBe('25')
    await grip(page, 'Lower the order form').click()
    expect(await grip(page, 'Raise the order form').getAttribute('aria-expanded')).toBe('false')
  })

  it('follows the finger: a long drag lowers it, a short one springs back', async () => {
    const page = await open({ phone: true, part: 'sheet' })
    const drag = async (name: string, by: number): Promise<void> => {
      const box = await grip(page, name).boundingBox()
      const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 9]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x, y + by, { steps: 5 })
      await page.mouse.up()
    }
    await drag('Lower the order form', 5)
    await grip(page, 'Raise the order form').waitFor()
    await drag('Raise the order form', -120)
    await grip(page, 'Lower the order form').waitFor()
    await drag('Lower the order form', 120)
    await grip(page, 'Raise the order form').waitFor()
    expect(await sheet(page).evaluate((element) => element.getAttribute('style') ?? '')).toBe('')
  })

  it('leaves the content behind it usable, and is accessible raised and lowered', async () => {
    const page = await open({ phone: true, part: 'sheet' })
    await page.getByRole('button', { name: 'Behind the sheet' }).click()
    await sheet(page).getByRole('button', { name: 'Buy 20 lots' }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await grip(page, 'Lower the order form').click()
    expect(await accessibilityViolations(page)).toEqual([])
  })
})
