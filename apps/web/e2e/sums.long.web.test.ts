import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { desktop, failurePicture, openBrowser, openVisitor, picture } from './browser.ts'
import { demo, openCustomer, placeOrder, type TestCustomer } from './customer.ts'
import type { SteeredProduct } from './steeredProduct.ts'
import { ownProduct } from './workerProduct.ts'

let product: SteeredProduct
let browser: Browser
let visitor: BrowserContext
let page: Page
let customer: TestCustomer

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await failurePicture(page, 'sums-failed')
})

/** The demo customer, who holds positions already, gets bonus credit, two odd positions and two orders that wait, at prices that never come. */
beforeAll(async () => {
  product = await ownProduct()
  customer = openCustomer(product.address)
  await customer.signIn(demo.email, demo.pwd)
  const { client } = customer
  await client.call('/api/pay/claimBonus', {})
  for (const [pid, number] of [
    [1, 37],
    [2, 61],
  ] as const) {
    const markets = await client.call('/api/market/kList', {})
    const market = markets.find((one) => one.pid === pid)
    if (market === undefined) throw new Error(`there is no market ${pid}`)
    const order = { leverage: 20, pid, lots: number }
    await placeOrder(customer, { ...order, price: market.price })
    const far = String((Number.parseInt(market.price, 10) * 9) / 10).slice(0, 7)
    await placeOrder(customer, { ...order, price: far, kind: 'limit' })
  }
  browser = await openBrowser()
  visitor = await openVisitor(browser, product.address, desktop)
  page = await visitor.newPage()
  page.setDefaultTimeout(45_000)
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(demo.email)
  await page.getByLabel('Password', { exact: true }).fill(demo.pwd)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const figure = /^[−+]?[\d,]+\.\d+$/
const working = /^−?[\d,]+\.\d+(?: [+−] [\d,]+\.\d+)+(?: = −?[\d,]+\.\d+)?$/
/** Printed digits as whole units of 1e-4, or of as many decimals as are printed, brought to 1e-8. */
const unitsOf = (text: string): bigint => {
  const digits = text.replaceAll(',', '').replace('−', '-').replace('+', '')
  const [whole = '0', decimals = ''] = digits.replace('-', '').split('.')
  const units = BigInt(whole + decimals.padEnd(8, '0'))
  return digits.startsWith('-') ? -units : units
}
const sumOf = (terms: string): bigint =>
  terms
    .replaceAll(' − ', ' + −')
    .split(' + ')
    .reduce((sum, term) => sum + unitsOf(term), 0n)

/** Every `a + b` in a text with the figure it explains: after `=`, or in the line above it. */
const sumsIn = (
  text: string,
): { readonly equation: string; readonly stated: bigint; readonly sum: bigint }[] => {
  const lines = text.split(/[\n\t]/).map((line) => line.trim())
  return lines.flatMap((line, at) => {
    if (!working.test(line)) return []
    const [terms = '', after] = line.split(' = ')
    const result = after ?? lines.slice(0, at).findLast((before) => figure.test(before))
    return result === undefined
      ? []
      : [{ equation: `${line} → ${result}`, stated: unitsOf(result), sum: sumOf(terms) }]
  })
}
/** How many sums are there; each adds up to the printed digits. */
const expectSums = async (place: Locator): Promise<number> => {
  const sums = sumsIn(await place.innerText())
  for (const { equation, stated, sum } of sums) expect(sum, equation).toBe(stated)
  return sums.length
}
const factOf = async (region: Locator, name: string): Promise<bigint> => {
  const lines = (await region.innerText()).split(/[\n\t]/).map((line) => line.trim())
  return unitsOf(lines.slice(lines.indexOf(name) + 1).find((line) => figure.test(line)) ?? 'nothing')
}
/** The figures of a column, once every row has its own: until the first price comes a row shows a dash. */
const columnOf = async (table: Locator, name: string): Promise<bigint[]> => {
  const rows = table
    .locator('tbody')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  const read = async (): Promise<(string | undefined)[]> => {
    // Heads too: while the page loads, the table may stand there without its texts.
    const heads = await table.getByRole('columnheader').allInnerTexts()
    const place = heads.findIndex((head) => head.trim() === name)
    if (place === -1 || (await rows.count()) === 0) return [undefined]
    return Promise.all(
      (await rows.all()).map(async (row) => {
        const text = await row.getByRole('cell').nth(place).innerText()
        return text.split('\n').find((line) => figure.test(line.trim()))
      }),
    )
  }
  let texts: (string | undefined)[] = []
  await expect
    .poll(async () => {
      texts = await read()
      return texts
    })
    .not.toContain(undefined)
  return texts.map((text) => unitsOf(text ?? 'nothing'))
}
const total = (figures: readonly bigint[]): bigint => figures.reduce((sum, one) => sum + one, 0n)
const orders = () => page.getByRole('region', { name: 'Orders' })
const account = () => page.getByRole('region', { name: 'Account' })

it('adds up the margins of the positions to the margin of the account', async () => {
  await page.goto('/contract?symbol=BTCUSDT')
  await orders().getByRole('row').nth(3).waitFor()
  const margins = await columnOf(orders().getByRole('table'), 'Margin')
  expect(margins).toHaveLength(3)
  await expect.poll(() => factOf(account(), 'Margin')).toBe(total(margins))
  const foot = (await orders().locator('tfoot td').allInnerTexts()).map((text) => text.trim())
  expect(foot.filter((text) => figure.test(text)).map(unitsOf)).toContain(total(margins))
})

it('says in the close dialog that bonus pays the fee, and adds up what comes back', async () => {
  await orders().getByRole('row').nth(1).getByRole('button', { name: 'Close', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^paid from bonus: \d/).waitFor()
  expect(await expectSums(dialog)).toBe(1)
  await picture(page, 'sums-1-close')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

it('says in the receipt what of the fee bonus paid', async () => {
  await orders()
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /^View receipt/ })
    .click()
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  await receipt.getByText('paid from bonus').waitFor()
  const lines = (await receipt.innerText()).split(/[\n\t]/).map((line) => line.trim())
  const after = (name: RegExp): bigint =>
    unitsOf(
      lines.slice(lines.findIndex((line) => name.test(line)) + 1).find((line) => figure.test(line)) ??
        'nothing',
    )
  // The demo customer's bonus is larger than the fee, so it paid all of it.
  expect(after(/^paid from bonus/)).toBe(after(/% of notional/))
  await picture(page, 'sums-1b-receipt')
  await page.keyboard.press('Escape')
})

it('adds up the holds of waiting orders, each of margin and fee, to those of the account', async () => {
  await orders()
    .getByRole('tab', { name: /Open orders/ })
    .click()
  await orders().getByRole('cell', { name: / \+ / }).nth(2).waitFor()
  expect(await expectSums(orders())).toBe(3)
  const holds = await columnOf(orders().getByRole('table'), 'On hold')
  await expect.poll(() => factOf(account(), 'In orders')).toBe(total(holds))
  await orders().getByRole('row').nth(1).getByRole('button', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Released').waitFor()
  expect(await expectSums(dialog)).toBe(1)
  await dialog.getByRole('button', { name: 'Keep order' }).click()
  await orders().getByRole('row').nth(1).getByRole('button', { name: 'Change' }).click()
  await dialog.getByText('New hold').waitFor()
  expect(await expectSums(dialog)).toBe(2)
  await picture(page, 'sums-2-move')
  await page.keyboard.press('Escape')
})

it('shows dashes for the risk of an order that cannot be paid, and what bonus pays of one that can', async () => {
  const ticket = page.getByRole('form', { name: 'Place order' })
  const lots = ticket.getByRole('textbox', { name: 'Size', exact: true })
  await lots.fill('999999')
  for (const name of ['Est. liq. price', 'Wallet loss at liquidation', 'Max wallet loss'])
    await expect
      .poll(() => ticket.locator('dl > div', { hasText: name }).locator('dd').first().innerText())
      .toBe('—')
  await picture(page, 'sums-3-unaffordable')
  await lots.fill('11')
  await ticket.getByText(/paid from bonus: \d/).waitFor()
  await picture(page, 'sums-4-ticket')
})

it('heads the transaction screen with the sums of its rows', async () => {
  await page.goto('/transaction')
  const table = page.getByRole('table', { name: 'Orders: Positions' })
  await table.getByText('Wallet 2').waitFor()
  const head = page.locator('dl').first().locator('dd')
  const shown = async (at: number): Promise<bigint> => unitsOf((await head.nth(at).innerText()).trim())
  await table.locator('tfoot').getByText('4 positions').waitFor()
  await expect.poll(async () => total(await columnOf(table, 'PnL'))).toBe(await shown(2))
  const margin = total(await columnOf(table, 'Margin'))
  expect(unitsOf(/Margin ([\d,.]+), /.exec(await head.nth(1).innerText())?.[1] ?? 'nothing')).toBe(margin)
  await picture(page, 'sums-5-transaction')
})

it('shows equity as wallets and open profit and loss, and the wallets as their parts', async () => {
  await page.goto('/assets')
  const main = page.getByRole('main')
  await main.getByText('in wallets').waitFor()
  const lines = (await main.innerText()).split(/[\n\t]/).map((line) => line.trim())
  const after = (name: string): bigint => {
    const at = lines.findIndex((line) => line.startsWith(name))
    const found = [
      ...(lines
        .slice(at, at + 3)
        .join(' ')
        .slice(name.length)
        .matchAll(/[−+]?[\d,]+\.\d{4}/g) ?? []),
    ][0]
    return unitsOf(found?.[0] ?? 'nothing')
  }
  const wallets = after('in wallets')
  expect(wallets + after('Unrealized PnL')).toBe(after('Equity (USDT)'))
  const parts = await main.locator('ul > li > b').allInnerTexts()
  expect(total(parts.slice(0, 5).map((text) => unitsOf(text.trim())))).toBe(wallets)
  await picture(page, 'sums-6-assets')
})

it('adds up a withdrawal, a deposit and an option to the printed digits', async () => {
  for (const path of ['/withdraw', '/recharge', '/exchange', '/quotes']) {
    await page.goto(path)
    await page.getByRole('main').waitFor()
    await expectSums(page.getByRole('main'))
  }
})
