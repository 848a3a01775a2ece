import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { desktop } from './browser.ts'
import { settled } from './settled.ts'
import { browserStage } from './stage.ts'
import { sharedProduct } from './workerProduct.ts'

const stage = browserStage(sharedProduct)
const wide = { ...desktop, width: 1680, height: 1000 }

const line = (page: Page, name: string) => page.getByRole('separator', { name })
const widthOf = async (page: Page, name: string): Promise<number> =>
  Number(await line(page, name).getAttribute('aria-valuenow'))

it('resizes the panes of a wide page by keys and remembers them; the chart takes the rest', async () => {
  const page = await stage.open(wide)
  await page.goto('/contract')
  await settled(page)
  const chart = page.locator('canvas').first()
  const before = (await chart.boundingBox())?.width ?? 0
  await line(page, 'Width of the order book').press('ArrowLeft')
  await line(page, 'Width of the market list').press('End')
  await line(page, 'Height of the orders').press('Home')
  const sizes = async () => [
    await widthOf(page, 'Width of the order book'),
    await widthOf(page, 'Width of the market list'),
    await widthOf(page, 'Height of the orders'),
  ]
  await expect.poll(sizes).toEqual([264, 320, 160])
  await expect.poll(async () => before - ((await chart.boundingBox())?.width ?? 0)).toBe(16 + 56)
  await page.reload()
  await settled(page)
  expect(await sizes()).toEqual([264, 320, 160])
  await line(page, 'Width of the order book').press('Enter')
  await expect.poll(sizes).toEqual([248, 320, 160])
})

it('lists the markets beside the chart as one tab stop, and opens the one picked by keys', async () => {
  const page = await stage.open(wide)
  await page.goto('/contract?symbol=BTCUSDT')
  await settled(page)
  const markets = page.getByRole('navigation', { name: 'Markets' })
  const rows = markets.getByRole('button', { name: /USDT/ })
  expect(await rows.evaluateAll((all) => all.filter(({ tabIndex }) => tabIndex === 0).length)).toBe(1)
  await markets.getByRole('button', { name: /BTCUSDT/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain('symbol=ETHUSDT')
  await markets.getByRole('textbox', { name: 'Search markets' }).fill('doge')
  expect(await rows.count()).toBe(1)
})

it('keeps the tools of the chart in its pane at 200 % zoom of a small laptop', async () => {
  const page = await stage.open({ ...desktop, width: 768, height: 432 })
  await page.goto('/contract')
  await settled(page)
  const pane = await page.getByRole('region', { name: 'Chart of BTCUSDT' }).boundingBox()
  const last = await page.getByRole('button', { name: 'Full screen' }).boundingBox()
  const rightOf = (box: typeof pane): number => (box?.x ?? 0) + (box?.width ?? 0)
  expect(rightOf(last)).toBeGreaterThan(0)
  expect(rightOf(last)).toBeLessThanOrEqual(rightOf(pane))
})
