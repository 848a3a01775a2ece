import type { OrderState } from '@glasshouse/core/contracts/codec'
import { price } from '@glasshouse/core/money/units'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { desktop, picture } from './browser.ts'
import { confirmOrder } from './confirm.ts'
import { type NewCustomer, newCustomer, ordersOf, placeOrder, practiceState } from './customer.ts'
import { browserStage } from './stage.ts'
import { story } from './story.ts'
import { sharedProduct } from './workerProduct.ts'

let page: Page
let customer: NewCustomer

const stage = browserStage(sharedProduct)

beforeAll(async () => {
  customer = await newCustomer(stage.product.address, 10_000)
  page = await stage.open(desktop)
})

const orders = () => page.getByRole('region', { name: 'Orders' })
const row = () => orders().getByRole('row').filter({ hasText: 'BTCUSDT' })
const ticket = () => page.getByRole('form', { name: 'Place order' })
const field = (name: string) => ticket().getByRole('textbox', { name, exact: true })
const tab = (name: RegExp) => orders().getByRole('tab', { name }).click()

/** Number of a field without its group signs. */
const ungrouped = (text: string): string => text.replaceAll(',', '')

/** Last price in whole USDT; the tests use distances in whole USDT. */
const priceNow = async (): Promise<number> => {
  const market = (await customer.client.call('/api/market/kList', {})).find(({ pid }) => pid === 1)
  if (market === undefined) throw new Error('market BTCUSDT not found')
  return Number.parseInt(market.price, 10)
}

const seriousProblems = () => accessibilityViolations(page)

const ordersWith = (state: OrderState) => ordersOf(customer, [state])

/** Waits two frames, so that the effect of a mouse event is drawn. */
const drawn = () =>
  page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))',
  )

/** Presses along the left edge of the chart, where the tags are, until a dialog opens. */
const pressTagUntil = async (dialog: Locator): Promise<void> => {
  const box = await page.getByRole('group', { name: 'Chart of BTCUSDT' }).boundingBox()
  if (box === null) throw new Error('chart not found')
  for (let y = 40; y < box.height - 110 && !(await dialog.isVisible()); y += 9) {
    await page.mouse.click(box.x + 40, box.y + y)
    await drawn()
  }
  await dialog.waitFor({ timeout: 1000 })
}

const chart = () => page.getByRole('group', { name: 'Chart of BTCUSDT' })

/** Drags the only draggable line by some pixels and saves a screenshot during the drag. */
const dragLine = async (pixels: number, shot: string): Promise<void> => {
  const box = await chart().boundingBox()
  if (box === null) throw new Error('chart not found')
  const x = box.x + box.width / 2
  const isOnLine = async () => (await page.locator('[data-grip]').count()) > 0
  for (let y = box.y + 10; y < box.y + box.height - 60; y += 3) {
    await page.mouse.move(x, y)
    await drawn()
    if (!(await isOnLine())) continue
    await page.mouse.move(x, y + 2)
    await page.mouse.down()
    await page.mouse.move(x, y + 2 + pixels, { steps: 8 })
    await drawn()
    await picture(page, shot)
    await page.mouse.up()
    return
  }
  throw new Error('no draggable line found')
}

const step = story('a limit order with stops, from ticket to fill')

step('signs in', async () => {
  await page.goto('/login?next=/contract?symbol=BTCUSDT')
  await page.getByRole('textbox', { name: 'Email' }).fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.pwd)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.goto('/contract?symbol=BTCUSDT')
  await ticket().waitFor()
})

step('places a limit order far from the market, which is open with its amount on hold', async () => {
  const far = (await priceNow()) - 900
  await ticket().getByRole('radio', { name: 'Limit' }).click()
  await field('Limit price').fill(String(far))
  await field('Size').fill('10')
  await ticket()
    .getByRole('button', { name: /^Buy 10 lots at \d/ })
    .click()
  await confirmOrder(page)
  await page.getByText(/^Limit order placed: Buy 10 lots at /).waitFor()
  await tab(/Open orders/)
  await row().waitFor()
  const [waiting] = await ordersWith('resting')
  expect(waiting).toMatchObject({ lots: 10, openPrice: price(String(far)), state: 'resting' })
  expect(await row().innerText()).toContain(far.toLocaleString('en-GB'))
  await expect
    .poll(() => page.getByRole('region', { name: 'Account' }).innerText())
    .not.toMatch(/In orders\s+0\.0000/)
  await picture(page, 'orders-1-waiting')
})

step('shows the hold of the order in its receipt', async () => {
  await row()
    .getByRole('button', { name: /^View receipt/ })
    .click()
  await page.getByText('Matches what was put on hold').waitFor()
  expect(await seriousProblems()).toEqual([])
  await page.getByText('Hash verified in your browser').waitFor()
  await picture(page, 'orders-2-placed-receipt')
  await page.getByRole('button', { name: 'Close the receipt' }).click()
})

step('moves an open order by its line: it keeps its id and gets the released price', async () => {
  const [before] = await ordersWith('resting')
  // Near the market, where the chart shows it.
  await customer.client.call('/api/contract/cheDanContract', { id: before?.id ?? 0 })
  const near = (await priceNow()) - 80
  const { pid = 0 } = before ?? {}
  const placed = await placeOrder(customer, { pid, lots: 10, kind: 'limit', price: String(near) })
  await expect.poll(() => row().innerText()).toContain(near.toLocaleString('en-GB'))
  await dragLine(40, 'orders-3-dragging')
  const dialog = page.getByRole('dialog', { name: 'Change order · BTCUSDT Buy 10×' })
  await dialog.getByText('changes in one step').waitFor()
  const newPrice = ungrouped(await dialog.getByRole('textbox', { name: 'New price' }).inputValue())
  expect(Number.parseInt(newPrice, 10)).toBeLessThan(near)
  expect(await seriousProblems()).toEqual([])
  await picture(page, 'orders-3-move')
  await page.keyboard.press('Enter')
  await page
    .getByText(/^Limit order placed: Buy 10 lots at /)
    .last()
    .waitFor()
  const [after] = await ordersWith('resting')
  expect(after).toMatchObject({ lots: 10, leverage: 10, openPrice: price(newPrice) })
  expect(after?.id).toBe(placed.id)
})

step.long('shows why a change is refused, and leaves the order as it was', async () => {
  const [before] = await ordersWith('resting')
  const refused = { retCode: 2001, message: 'Insufficient balance.', data: null }
  await page.route('**/api/contract/amendContract', (route) => route.fulfill({ json: refused }), { times: 1 })
  await row().getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change order · BTCUSDT Buy 10×' })
  const newPrice = dialog.getByRole('textbox', { name: 'New price' })
  await newPrice.fill(String((await priceNow()) - 900))
  await newPrice.press('Enter')
  await dialog.getByText('Insufficient balance.').waitFor()
  await picture(page, 'orders-3-refused')
  await dialog.getByRole('button', { name: 'Keep order' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await ordersWith('resting')).toEqual([before])
})

step('asks at the chart line whether to cancel, and cancels from the list', async () => {
  const [waiting] = await ordersWith('resting')
  if (waiting === undefined) throw new Error('no open order found')
  const dialog = page.getByRole('dialog', { name: /^Cancel BTCUSDT/ })
  await pressTagUntil(dialog)
  await picture(page, 'orders-3-chart-cross')
  await dialog.getByRole('button', { name: 'Keep order' }).click()
  await row().getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Cancel 10 lots' }).dblclick()
  await orders().getByText('No open orders').waitFor()
  await tab(/Cancelled/)
  await row().first().waitFor()
  expect(await ordersWith('resting')).toEqual([])
  await expect
    .poll(() => page.getByRole('region', { name: 'Account' }).innerText())
    .toMatch(/In orders\s+0\.0000/)
})

step('opens with stops, suggests an allowed price, and changes the stops in the dialog', async () => {
  const now = await priceNow()
  await ticket().getByRole('radio', { name: 'Market' }).click()
  await field('Size').fill('11')
  await field('Take profit').fill(String(now - 500))
  await ticket().getByText('For a long, take profit must be above the entry price.').waitFor()
  expect(
    await ticket()
      .getByRole('button', { name: /^Buy 11 lots/ })
      .getAttribute('aria-disabled'),
  ).toBe('true')
  await field('Take profit').fill(String(now + 900))
  await field('Stop loss').fill(String(now - 800))
  await ticket()
    .getByRole('button', { name: /^Buy 11 lots at ~/ })
    .click()
  await confirmOrder(page)
  await tab(/Positions/)
  await row().waitFor()
  await row().getByRole('button', { name: 'TP/SL' }).click()
  const dialog = page.getByRole('dialog', { name: /^TP\/SL · BTCUSDT/ })
  const loss = dialog.getByRole('textbox', { name: 'Stop loss' })
  await loss.fill(String(now + 500))
  await dialog.getByText('Wrong side').waitFor()
  expect(await seriousProblems()).toEqual([])
  await dialog.getByRole('button', { name: /^Use / }).click()
  await dialog.getByText('Wrong side').waitFor({ state: 'hidden' })
  await loss.fill(String(now - 700))
  await dialog.getByRole('textbox', { name: 'Take profit' }).fill('')
  await picture(page, 'orders-4-stops')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('BTCUSDT TP/SL saved').waitFor()
  const [position] = await ordersWith('open')
  expect(position).toMatchObject({ takeProfit: null, stopLoss: price(String(now - 700)) })
  await expect.poll(() => row().innerText()).toContain((now - 700).toLocaleString('en-GB'))
})

step.long('fills in the price at which a stop was released and saves it with Enter', async () => {
  const dialog = page.getByRole('dialog', { name: /^TP\/SL · BTCUSDT/ })
  const profit = dialog.getByRole('textbox', { name: 'Take profit' })
  const near = (await priceNow()) + 150
  await row().getByRole('button', { name: 'TP/SL' }).click()
  await profit.fill(String(near))
  await profit.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => row().innerText()).toContain(near.toLocaleString('en-GB'))
  await dragLine(-25, 'orders-4-dragging')
  const offered = ungrouped(await profit.inputValue())
  expect(Number.parseInt(offered, 10)).toBeGreaterThan(near)
  await profit.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  const [position] = await ordersWith('open')
  expect(position?.takeProfit).toBe(price(offered))
})

step('fills an open order when the market reaches its price, and shows a toast', async () => {
  const pid = (await customer.client.call('/api/market/kList', {}))[0]?.pid ?? 0
  const bid = (await priceNow()) - 50
  const order = { pid, leverage: 5, lots: 3, kind: 'limit', price: String(bid) } as const
  const placed = await placeOrder(customer, order)
  expect(placed.state).toBe('resting')
  // The ask reaches the limit price of a buy.
  await stage.product.market.set('BTCUSDT', `${bid - 1}.50`)
  await page
    .getByText(/^Buy 3 lots filled at /)
    .first()
    .waitFor()
  await page.getByText('Your BTCUSDT limit order was filled.').first().waitFor()
  await picture(page, 'orders-5-filled')
  const open = (await ordersWith('open')).map(({ id }) => id)
  expect(open).toContain(placed.id)
  await page.getByRole('button', { name: 'View receipt' }).last().click()
  await page.getByText('Matches what was charged').waitFor()
  await page.getByText(/^Limit buy at best ask$/).waitFor()
})

step('leaves a balanced ledger and no errors on the page', async () => {
  const { ledger } = await practiceState(customer)
  expect(ledger.invariants.filter((invariant) => !invariant.holds)).toEqual([])
  expect(stage.pageErrors).toEqual([])
})
