import { startOfNextDay } from '@glasshouse/core/calendar/days'
import { usdt } from '@glasshouse/core/money/units'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import { admitLead } from '@glasshouse/testkit/leads'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { desktop, openBrowser, openVisitor } from './browser.ts'
import { type NewCustomer, newCustomer, placeOrder } from './customer.ts'
import { settled } from './settled.ts'
import { openStaff } from './staff.ts'
import type { SteeredProduct } from './steeredProduct.ts'
import { story } from './story.ts'
import { ownProduct } from './workerProduct.ts'

// A lead is copied: from the record to the money back, with the practice calendar moved by whole days.

const withdrawPassword = 'Withdraw1'
const dayMs = 86_400_000
const phone = { width: 390, height: 844, theme: 'night', language: 'en', touch: true } as const

let product: SteeredProduct
let browser: Browser
let lead: NewCustomer
let follower: NewCustomer
let page: Page
let copyId: number
let leadName: string
const complaints: string[] = []

const open = async (view: typeof desktop | typeof phone, token: string | null): Promise<Page> => {
  const context = await openVisitor(browser, product.address, view, token)
  const opened = await context.newPage()
  opened.setDefaultTimeout(45_000)
  opened.on('pageerror', (error) => complaints.push(error.message))
  return opened
}

/** Moves the calendar over some midnights. */
const pass = async (days: number): Promise<void> => {
  await follower.client.call('/api/practice/clock', { advanceMs: days * dayMs })
}

/** Moves the calendar to the next noon, so that no midnight passes by itself during the test. */
const toNoon = async (): Promise<void> => {
  const { now } = await follower.client.call('/api/practice/clock', { advanceMs: 0 })
  await follower.client.call('/api/practice/clock', { advanceMs: startOfNextDay(now) + dayMs / 2 - now })
}

const createProduct = async (leadUid: number): Promise<number> => {
  const manager = await openStaff(product.address, 'manager')
  const saved = await manager.call('/staff/api/productSave', {
    kind: 'invest',
    type: 'copy',
    name: 'Copy of a test',
    onsale: 1,
    leaduid: leadUid,
    freezedate: 30,
    minbuymoney: '100',
    maxbuymoney: '4000',
    leadfee: '10',
    maxmultiple: 10,
    copystop: '50',
    exitlevy: '0.1',
  })
  if (!('id' in saved)) throw new Error('no investment product was saved')
  return saved.id
}

beforeAll(async () => {
  product = await ownProduct()
  browser = await openBrowser()
  lead = await newCustomer(product.address, 10_000)
  follower = await newCustomer(product.address, 10_000)
  await follower.client.call('/api/user/withdrawPwd', { newpwd: withdrawPassword })
  await toNoon()
  // From the main wallet into the second contract wallet, which is what is copied.
  await lead.client.call('/api/user/walletTransfer', { type: 2, typeReverse: 1, transfervalue: '5000' })
  const { uid, username } = await lead.client.call('/api/user/getuserinfo', {})
  leadName = username
  await admitLead(product.dataFolder, uid)
  copyId = await createProduct(uid)
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const inaccessible = async (): Promise<string[]> => {
  await settled(page)
  return accessibilityViolations(page)
}
const button = (name: string | RegExp) => page.getByRole('button', { name })
const field = (name: string) => page.getByRole('textbox', { name })
const dialog = () => page.getByRole('dialog')
const longTimeout = { timeout: 45_000 }
const main = () => page.locator('main').innerText()
const shows = (text: string | RegExp) => expect.poll(main, longTimeout).toMatch(text)
const order = async () => {
  const [newest] = (await follower.client.list('/api/invest/myFinancial', {})).rows
  if (newest === undefined) throw new Error('no order')
  return newest
}
const wallet = async () => usdt((await follower.client.call('/api/user/getuserinfo', {})).wallet)

const step = story('a copied lead from the record to the money back')

step(
  'lists the lead with a record that is too short, and tells a visitor whose interest is where',
  async () => {
    page = await open(desktop, null)
    await page.goto('/project?type=5')
    await shows('too short to mean anything')
    expect(await inaccessible()).toEqual([])
    await page.getByLabel('Days of record').selectOption('At least 30')
    await shows('No lead matches')
    await page.getByRole('link', { name: leadName, exact: true }).waitFor({ state: 'detached' })
    expect(page.url()).toContain('/project?type=5&record=30')
    // What all followers got is told of all leads, whatever the list is limited to.
    await shows('Their result after all fees')
    await button('Clear filters').click()
    await page.getByLabel('Market traded').selectOption({ index: 1 })
    await shows('No lead matches')
    await button('Clear filters').click()
    await page.getByLabel('Name begins with').fill(`${leadName.toUpperCase()}x`)
    await shows('No lead matches')
    await page.getByLabel('Name begins with').fill(leadName.toUpperCase())
    await page.getByText('No lead matches').waitFor({ state: 'detached' })
    expect(page.url()).toContain(`name=${leadName.toUpperCase()}`)
    await page.getByRole('link', { name: leadName, exact: true }).click()
    await shows('No days of record yet')
    await shows('We are the counterparty of every copied trade')
    expect(await inaccessible()).toEqual([])
    await page.getByRole('link', { name: 'Copy with Copy of a test' }).click()
    await page.getByRole('link', { name: 'Sign in to copy' }).waitFor()
  },
)

step('names every cost before the order is asked for, once for a double click', async () => {
  page = await open(desktop, follower.token())
  await page.goto(`/details?id=${copyId}&type=5`)
  await field('Amount').fill('850')
  await page.getByRole('alert').getByText('Enter a multiple of 100.').waitFor()
  await field('Amount').fill('800')
  await field('Stop-loss').fill('96')
  await page.getByRole('alert').getByText('Enter a whole number from 5 to 95.').waitFor()
  await field('Stop-loss').fill('40')
  await shows('worth 480.0000 USDT or less')
  await button('Copy with 800 USDT').click()
  await dialog().getByText('871.12799999').waitFor()
  await dialog().getByText('All of it can be lost.').first().waitFor()
  expect(await inaccessible()).toEqual([])
  await dialog().getByRole('textbox', { name: 'Withdrawal password' }).fill(withdrawPassword)
  await dialog().getByRole('button', { name: 'Copy with 800 USDT' }).dblclick()
  await dialog().waitFor({ state: 'hidden' })
  expect(await order()).toMatchObject({ state: 'waiting', buymoney: '800', stoploss: 40 })
  expect(await wallet()).toBe(usdt('4200'))
})

step('takes a waiting order back whole, and asks again', async () => {
  await page.goto(`/order?id=${(await order()).id}`)
  await button('Take the money back').click()
  await dialog().getByRole('button', { name: 'Take the money back' }).click()
  await shows('Refunded')
  expect(await wallet()).toBe(usdt('5000'))
  await follower.client.call('/api/invest/buy', {
    typeid: copyId,
    interesttype: 1,
    money: '800',
    withdrawpsd: withdrawPassword,
  })
})

step('deals the order in at midnight and copies what the lead opens', async () => {
  await pass(1)
  await page.goto(`/order?id=${(await order()).id}`)
  await shows(/Units\s+800/)
  const [market] = await lead.client.call('/api/market/kList', {})
  if (market === undefined) throw new Error('no market')
  await placeOrder(lead, {
    ...{ wallet: 'contract2', pid: market.pid, leverage: 5, lots: 100, price: '65850.01' },
  })
  await page.getByRole('row', { name: /Long/ }).waitFor()
  await shows('not closed')
  await button(/^View receipt of order/).click()
  await page.getByText('Hash verified in your browser').waitFor()
  await page.keyboard.press('Escape')
})

step('adds the trades of a day up to its result', async () => {
  await product.market.set('BTCUSDT', '66500.00')
  await pass(1)
  await page.reload()
  await button(/^Trades of/)
    .first()
    .click()
  await page.getByText('Result of the day').waitFor()
  const { profit } = await order()
  expect(usdt(profit)).toBeGreaterThan(0n)
  const [day] = (await follower.client.list('/api/invest/financialDetail', { refid: (await order()).id }))
    .rows
  const { rows } = await follower.client.list('/api/invest/buyDetail', { detailid: day?.id ?? 0 })
  expect(rows.reduce((sum, row) => sum + usdt(row.profit), 0n)).toBe(usdt(day?.profit ?? '0'))
  expect(await inaccessible()).toEqual([])
  await page.goto('/history')
  await shows(/Value of copy orders\s+8\d\d\.\d{4}/)
})

step('leaves at the next dealing with the levy named in money, and is paid', async () => {
  const before = await wallet()
  await page.goto(`/order?id=${(await order()).id}`)
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await dialog().getByRole('radio', { name: 'At the next dealing' }).click()
  await dialog().getByText('Levy, 0.1%').waitFor()
  expect(await inaccessible()).toEqual([])
  await dialog().getByRole('button', { name: 'Leave', exact: true }).click()
  await shows('Leaves at the dealing on')
  await pass(1)
  await page.reload()
  await shows('Paid at the end')
  const ended = await order()
  expect(ended.status).toBe(1)
  expect(await wallet()).toBe(before + usdt(ended.payout))
})

step('tells a customer what is missing to lead, and lets the lead stop once', async () => {
  await page.goto('/lead')
  await shows(/Days of record\s+\d\s+30 or more\s+Missing/)
  await shows('Not all conditions are met.')
  expect(await inaccessible()).toEqual([])
  page = await open(desktop, lead.token())
  await page.goto('/lead')
  await button('Stop leading').click()
  await dialog().getByText('paid at the next dealing without a levy').waitFor()
  await dialog().getByRole('button', { name: 'Stop leading' }).click()
  await shows('Rules for leads')
  await shows('Application')
  const [known] = (await lead.client.list('/api/invest/leadList', {})).rows.filter(
    ({ username }) => username === leadName,
  )
  expect(known).toMatchObject({ endreason: 'stopped' })
})

step.long('shows the same on a phone', async () => {
  page = await open(phone, follower.token())
  await page.goto('/m/project?type=5')
  await page
    .getByRole('link', { name: new RegExp(leadName) })
    .first()
    .click()
  await shows('Figures of the record')
  await shows(/Copied positions of.*Dealings of/s)
  expect(await inaccessible()).toEqual([])
  await page.goto(`/m/order?id=${(await order()).id}`)
  await shows('What the pool traded')
  expect(await inaccessible()).toEqual([])
})

step('causes no errors on the page', () => {
  expect(complaints).toEqual([])
})
