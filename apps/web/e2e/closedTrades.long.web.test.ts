import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import { expect } from 'vitest'
import { desktop, picture } from './browser.ts'
import { demo, openCustomer } from './customer.ts'
import { browserStage } from './stage.ts'
import { story } from './story.ts'
import { sharedProduct } from './workerProduct.ts'

// What a customer sees of closed trades: sums, calendar, filters, steps, the file and the picture.

const stage = browserStage(sharedProduct)
const step = story('closed trades')

step('adds up to the rows, filters by day and result, and shows the steps of a trade', async () => {
  const customer = openCustomer(stage.product.address)
  await customer.signIn(demo.email, demo.pwd)
  const { client, token } = customer
  const { sum } = await client.call('/api/performance/days', {})
  const page = await stage.open(desktop, token())
  await page.goto('/transaction')
  const table = page.getByRole('table', { name: 'Closed trades' })
  await expect.poll(() => table.getByRole('row').count()).toBe(sum.trades + 1)
  const shown = sum.pnl.replace('-', '−').padEnd(sum.pnl.indexOf('.') + 9, '0')
  await page.getByRole('status').getByText(shown).waitFor()
  await page.getByLabel('Day of the curve').waitFor()
  await page.getByRole('button', { name: /trades: \d+$/ }).click()
  await expect.poll(() => table.getByRole('row').count()).toBe(sum.trades + 1)
  await page.getByLabel('Result', { exact: true }).selectOption('With a profit')
  await expect.poll(() => table.getByRole('row').count()).toBe(sum.won + 1)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByLabel('Market', { exact: true }).selectOption('ETHUSDT')
  await expect.poll(() => table.getByRole('row').count()).toBe(3)
  await page
    .getByRole('button', { name: /^Details of ETHUSDT/ })
    .first()
    .click()
  const steps = page.getByRole('list', { name: 'What happened, in order' })
  await steps.getByText('Position closed').waitFor()
  expect(await steps.getByText(/^Tick [\d,]+/).count()).toBe(2)
  await picture(page, 'closed-trades')
  await page.getByRole('button', { name: 'Share' }).click()
  const card = page.getByRole('img', { name: /^ETHUSDT · Short 10×, −[\d.]+% of the margin, after fees/ })
  await card.waitFor()
  const pixel = `document.querySelector('[role="dialog"] canvas').getContext('2d').getImageData(5, 2, 1, 1).data[3]`
  const drawn = () => page.evaluate<number>(pixel)
  await expect.poll(drawn).toBe(255)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save picture' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^glasshouse-contract-\d+\.png$/)
  await page.getByRole('button', { name: 'Create public link' }).click()
  const address = await page.getByText('/receipt?token=').innerText()
  const rate = /−[\d.]+%/.exec((await card.getAttribute('aria-label')) ?? '')?.[0] ?? ''
  // The code of the link is on the picture: dark squares on white.
  const codePixel = `[...document.querySelector('[role="dialog"] canvas').getContext('2d').getImageData(922, 198, 204, 204).data]
    .filter((_, at) => at % 4 === 0 && _ === 0).length`
  await expect.poll(() => page.evaluate<number>(codePixel)).toBeGreaterThan(5_000)
  await picture(page, 'shared-card')

  const stranger = await stage.open(desktop, null)
  await stranger.goto(address)
  await stranger.getByText(rate, { exact: false }).waitFor()
  const receipt = stranger.getByRole('region', { name: 'Receipt' })
  await receipt.getByText('Hash verified in your browser').waitFor()
  await receipt.getByRole('status').nth(1).waitFor()
  expect(await receipt.getByRole('alert').count()).toBe(0)
  expect(await accessibilityViolations(stranger)).toEqual([])
  await picture(stranger, 'shared-receipt')

  await page.getByRole('button', { name: 'End link' }).click()
  await page.getByRole('button', { name: 'Create public link' }).waitFor()
  await stranger.reload()
  await stranger.getByText('This link no longer works').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/^glasshouse-trades-.*\.csv$/)
  expect(stage.pageErrors).toEqual([])
})
