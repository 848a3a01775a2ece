import { workshop } from '@glasshouse/testkit/workshop'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

const open = workshop()

const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element.ownerDocument.activeElement === element)

/** Chosen option of a group, by its text. */
const chosenIn = (page: Page, group: string): Promise<string> =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { checked: true }).innerText()

describe('Tabs', () => {
  it('moves choice and focus with arrows, Home and End, around both ends', async () => {
    const page = await open()
    const tabs = page.getByRole('tablist', { name: 'Orders' })
    const selected = () => tabs.getByRole('tab', { selected: true }).innerText()
    await tabs.getByRole('tab', { selected: true }).focus()
    const way: string[] = []
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'End', 'ArrowRight', 'ArrowLeft', 'Home']) {
      await page.keyboard.press(key)
      way.push((await selected()).split('\n')[0] ?? '')
      expect(await hasFocus(tabs.getByRole('tab', { selected: true }))).toBe(true)
    }
    expect(way).toEqual([
      'Entrustment',
      'Closed',
      'Entrustment',
      'Revoked',
      'Transaction',
      'Revoked',
      'Transaction',
    ])
  })

  it('is one tab stop: Tab leaves the list from whichever tab holds the focus', async () => {
    const page = await open()
    const tabs = page.getByRole('tablist', { name: 'Orders' })
    await tabs.getByRole('tab', { name: 'Closed' }).click()
    await page.keyboard.press('Tab')
    expect(await tabs.locator(':focus').count()).toBe(0)
    await page.keyboard.press('Shift+Tab')
    expect(await hasFocus(tabs.getByRole('tab', { name: 'Closed' }))).toBe(true)
  })

  it('names its panel by the chosen tab and points to it', async () => {
    const page = await open()
    const tab = page.getByRole('tab', { name: 'Revoked' })
    await tab.click()
    const panel = page.getByRole('tabpanel', { name: 'Revoked' })
    expect(await tab.getAttribute('aria-controls')).toBe(await panel.getAttribute('id'))
    expect(await page.getByRole('tab').evaluateAll((all) => all.map(({ tabIndex }) => tabIndex))).toEqual([
      -1, -1, -1, 0,
    ])
  })

  it('shows the count beside the label and reads it with the label', async () => {
    const page = await open()
    expect(await page.getByRole('tab', { name: 'Transaction 3' }).count()).toBe(1)
    expect(await page.getByRole('tab', { name: 'Closed', exact: true }).innerText()).toBe('Closed')
  })
})

describe('SegmentedControl', () => {
  it('chooses with the pointer and reports the choice once', async () => {
    const page = await open()
    expect(await chosenIn(page, 'Side')).toBe('Buy · long')
    await page.getByRole('radio', { name: 'Sell · short' }).click()
    expect(await chosenIn(page, 'Side')).toBe('Sell · short')
    expect(await page.getByRole('radio', { name: 'Buy · long' }).getAttribute('aria-checked')).toBe('false')
  })

  it('chooses with arrows in both directions, Home and End', async () => {
    const page = await open()
    await page.getByRole('radio', { name: '10×' }).focus()
    const way: string[] = []
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp', 'Home', 'End']) {
      await page.keyboard.press(key)
      way.push(await chosenIn(page, 'Leverage'))
    }
    expect(way).toEqual(['20×', '2×', '20×', '2×', '20×'])
  })

  it('ignores other keys and leaves them to the page', async () => {
    const page = await open()
    await page.getByRole('radio', { name: '1h' }).focus()
    await page.evaluate(
      `addEventListener('keydown', (event) => { window.left = [event.key, event.defaultPrevented] })`,
    )
    await page.keyboard.press('PageDown')
    expect(await page.evaluate('window.left')).toEqual(['PageDown', false])
    expect(await chosenIn(page, 'Interval')).toBe('1h')
    await page.keyboard.press('ArrowRight')
    expect(await page.evaluate('window.left')).toEqual(['ArrowRight', true])
  })

  it('is one tab stop, at its chosen option', async () => {
    const page = await open()
    await page.getByRole('radio', { name: 'Market' }).focus()
    await page.keyboard.press('Tab')
    expect(await hasFocus(page.getByRole('radio', { name: '10×' }))).toBe(true)
    await page.keyboard.press('Tab')
    expect(await hasFocus(page.getByRole('radio', { name: '1h' }))).toBe(true)
  })
})

describe('Select', () => {
  it('is the native element: its label, its options, keys and typing of the first letters', async () => {
    const page = await open()
    const select = page.getByRole('combobox', { name: 'Wallet' })
    expect(await select.evaluate((element) => element.tagName)).toBe('SELECT')
    expect(await select.getByRole('option').allInnerTexts()).toEqual([
      'Contract wallet',
      'Second contract wallet',
    ])
    await select.focus()
    await page.keyboard.press('ArrowDown')
    expect(await select.inputValue()).toBe('b')
    await page.keyboard.type('Con')
    expect(await select.inputValue()).toBe('a')
  })

  it('is as high as a field and shows its arrow above the well', async () => {
    const page = await open()
    const select = await page.getByRole('combobox', { name: 'Wallet' }).boundingBox()
    const field = await page.getByRole('textbox', { name: 'Amount' }).boundingBox()
    expect(Math.abs((select?.height ?? 0) - (field?.height ?? 0))).toBeLessThanOrEqual(2)
  })
})

describe('PercentPicker', () => {
  it('presses the chosen step and fills the ones below it', async () => {
    const page = await open()
    const steps = page.getByRole('group', { name: 'Share of the balance' })
    const pressed = () => steps.getByRole('button', { pressed: true }).allInnerTexts()
    expect(await pressed()).toEqual(['50%'])
    await steps.getByRole('button', { name: '75%' }).press('Enter')
    expect(await pressed()).toEqual(['75%'])
    const colours = await steps
      .getByRole('button')
      .evaluateAll((all) => all.map((step) => step.className.includes('filled')))
    expect(colours).toEqual([true, true, true, false])
  })
})

describe('Menu', () => {
  // The menu receives the focus after it is drawn, and its items a task after the key.
  const item = (page: Page, name: string) => page.getByRole('menuitemcheckbox', { name })

  it('opens by key, marks the current choice, skips the locked one and restores the focus', async () => {
    const page = await open()
    const button = page.getByRole('button', { name: 'Menu' })
    expect(await button.getAttribute('aria-haspopup')).toBe('menu')
    expect(await button.getAttribute('aria-expanded')).toBe('false')
    await button.press('Enter')
    const menu = page.getByRole('menu')
    await expect.poll(() => hasFocus(menu)).toBe(true)
    expect(await menu.getByRole('menuitemcheckbox', { checked: true }).innerText()).toBe('All products')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => hasFocus(item(page, 'All products'))).toBe(true)
    await page.keyboard.press('End')
    await expect.poll(() => hasFocus(item(page, 'ETHUSDT'))).toBe(true)
    expect(await item(page, 'Delisted').getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(button)).toBe(true)
  })

  it('takes a choice with the pointer and with typed letters', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Menu' }).click()
    await item(page, 'BTCUSDT').click()
    await page.getByRole('region', { name: 'Notices' }).getByText('BTCUSDT').waitFor()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect.poll(() => hasFocus(page.getByRole('menu'))).toBe(true)
    await page.keyboard.type('ETH')
    await expect.poll(() => hasFocus(item(page, 'ETHUSDT'))).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Notices' }).getByText('ETHUSDT').waitFor()
  })
})

describe('Pager', () => {
  it('turns pages and stops at both ends', async () => {
    const page = await open()
    const pager = page.getByRole('navigation', { name: 'Pages, day' })
    const [back, on] = ['Previous', 'Next'].map((name) => pager.getByRole('button', { name })) as [
      Locator,
      Locator,
    ]
    await back.click()
    await pager.getByText('1 to 2 of 14').waitFor()
    expect(await back.isDisabled()).toBe(true)
    for (let turn = 0; turn < 6; turn += 1) await on.click()
    expect(await pager.locator('[aria-current="page"]').innerText()).toBe('7')
    expect(await on.isDisabled()).toBe(true)
  })
})

describe('Separator', () => {
  it('changes a size by keys and drag, stops at the limits and returns to the usual size', async () => {
    const page = await open()
    const line = page.getByRole('separator', { name: 'Width of the book' })
    const size = () => line.getAttribute('aria-valuenow')
    await line.focus()
    const sizes: (string | null)[] = []
    for (const key of ['ArrowLeft', 'ArrowRight', 'End', 'ArrowLeft', 'Home', 'ArrowRight', 'Enter']) {
      await page.keyboard.press(key)
      sizes.push(await size())
    }
    expect(sizes).toEqual(['216', '200', '300', '300', '120', '120', '200'])
    const box = await line.boundingBox()
    if (!box) throw new Error('the separator is not drawn')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 30, y, { steps: 3 })
    await page.mouse.up()
    await page.mouse.move(x - 90, y)
    expect(await size()).toBe('230')
    await line.dblclick()
    expect(await size()).toBe('200')
  })
})
