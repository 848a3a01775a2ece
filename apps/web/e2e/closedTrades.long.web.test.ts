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
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/^glasshouse-trades-.*\.csv$/)
  expect(stage.pageErrors).toEqual([])
})
