import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import { longIt, someCases } from '@glasshouse/testkit/cases'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { desktop, openBrowser, openVisitor, picture, type View } from './browser.ts'
import { consoleScreens } from './consoleScreens.ts'
import { demo, openCustomer, type TestCustomer } from './customer.ts'
import { settled } from './settled.ts'
import { enterConsole, type Member } from './staff.ts'
import type { SteeredProduct } from './steeredProduct.ts'
import { ownProduct } from './workerProduct.ts'

let product: SteeredProduct
let browser: Browser
let customer: TestCustomer
let pages: Page[] = []
const complaints: string[] = []

beforeAll(async () => {
  product = await ownProduct()
  browser = await openBrowser()
  customer = openCustomer(product.address)
  await customer.signIn(demo.email, demo.pwd)
  const bank = {
    firstname: 'Ada',
    lastname: 'Example',
    bankno: 'Sample Bank',
    iban: 'DE89370400440532013000',
  }
  await customer.client.call('/api/user/saveBankCard', bank)
  await customer.client.call('/api/user/withdrawPwd', { newpwd: 'Money1!' })
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    for (const [place, page] of pages.entries()) await picture(page, `console-failed-${place}`)
  for (const page of pages) await page.context().close()
  pages = []
  expect(complaints.splice(0)).toEqual([])
})

/** Signs a staff member in to the console. */
const signIn = async (who: Member, view: View = desktop): Promise<Page> => {
  const context = await openVisitor(browser, product.address, view)
  const page = await context.newPage()
  page.setDefaultTimeout(45_000)
  page.on('pageerror', (error) => complaints.push(error.message))
  pages.push(page)
  await enterConsole(page, who)
  return page
}

const withdraw = async (price: string): Promise<number> =>
  (await customer.client.call('/api/pay/withdraw', { banktype: 1, price, withdrawpsd: 'Money1!' })).id

const open = async (page: Page, kind: 'withdrawal' | 'deposit', id: number): Promise<void> => {
  await page.goto(`/console/queue/${kind}/${id}`)
  await page.getByRole('region', { name: 'Decision' }).waitFor()
}
const decision = (page: Page) => page.getByRole('region', { name: 'Decision' })
const item = (page: Page) => page.getByRole('region', { name: 'Item' })
const message = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text).waitFor()

const problemsOf = accessibilityViolations

it('approves a large withdrawal by keyboard with two managers and audits both', async () => {
  const id = await withdraw('6000')
  const first = await signIn('manager')
  await first.keyboard.press('j')
  await item(first).waitFor()
  await open(first, 'withdrawal', id)
  await item(first).getByText('needs two managers').waitFor()
  await first.keyboard.press('t')
  await item(first)
    .getByText(/^yours for 1[45] m$/)
    .waitFor()
  await first.keyboard.press('a')
  const approve = decision(first).getByRole('button', { name: /Approve/ })
  expect(await approve.getAttribute('title')).toContain('Choose a reason first')
  await first.keyboard.press('0')
  await decision(first).getByText('it then waits for a second manager', { exact: false }).waitFor()
  await first.keyboard.press('a')
  await message(first, `Withdrawal ${id}: approved by you`)

  await open(first, 'withdrawal', id)
  await item(first).getByText('1 of 2 approved').waitFor()
  await first.keyboard.press('0')
  expect(await approve.getAttribute('title')).toContain('approved it already')
  expect((await customer.client.call('/api/pay/withdrawStatus', { id })).state).toBe('waiting')

  const second = await signIn('second')
  await second.getByRole('link', { name: /Second approval/ }).click()
  await second.getByRole('button', { name: /^Withdrawal u 10001/ }).click()
  await item(second).getByText('1 of 2 approved').waitFor()
  await second.keyboard.press('0')
  await second.keyboard.press('a')
  await message(second, `Withdrawal ${id} approved`)
  expect((await customer.client.call('/api/pay/withdrawStatus', { id })).state).toBe('approved')

  await second.goto(`/console/audit?target=withdrawal+${id}&action=reviewDecide`)
  const rows = second.getByRole('row').filter({ hasText: 'decided a queue item' })
  await rows.nth(1).waitFor()
  expect((await rows.allInnerTexts()).map((text) => /\w+@glasshouse\.test/.exec(text)?.[0])).toEqual([
    'second@glasshouse.test',
    'manager@glasshouse.test',
  ])
  await second.getByText('chain verified').waitFor()
})

longIt('tells the second of two concurrent managers who holds the item and refreshes it', async () => {
  const id = await withdraw('100')
  const [first, second] = [await signIn('manager'), await signIn('second')]
  await open(first, 'withdrawal', id)
  await open(second, 'withdrawal', id)
  await first.keyboard.press('t')
  await item(first)
    .getByText(/^yours for/)
    .waitFor()
  await second.keyboard.press('0')
  await second.keyboard.press('a')
  await decision(second).getByText('Assigned to another staff member', { exact: false }).waitFor()
  await item(second)
    .getByText(/^Manager holds it for/)
    .waitFor()
  await first.keyboard.press('0')
  await first.keyboard.press('a')
  await message(first, `Withdrawal ${id} approved`)
})

/** Reports a transfer with a picture, as a customer. */
const report = async (): Promise<number> => {
  const image = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#0b6883' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'proof.png')
  const answer = await fetch(`${product.address}/api/common/uploadFile`, {
    method: 'POST',
    headers: { Authorization: customer.token() ?? '' },
    body: form,
  })
  const { url } = (await answer.json()) as { url: string }
  const transfer = { type: 1002, money: '250', hash: 'ab12'.repeat(16), url } as const
  return (await customer.client.call('/api/pay/payDigital', transfer)).id
}

longIt(
  'shows the picture of a deposit, rejects it by keyboard, and shows the reason to the customer',
  async () => {
    const id = await report()
    const service = await signIn('service')
    await open(service, 'deposit', id)
    const screenshot = service.getByRole('img', { name: /Screenshot/ })
    await screenshot.waitFor()
    expect(await screenshot.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(600)
    await service.getByRole('button', { name: 'Turn, Screenshot' }).click()
    await service.getByRole('button', { name: 'Zoom in, Screenshot' }).click()
    expect(await screenshot.getAttribute('style')).toMatch(/scale\(1\.5\) rotate\(90deg\)/)

    await service.keyboard.press('2')
    const words = decision(service).getByLabel('What the customer reads')
    await words.fill('The picture is cut off at the right edge.')
    await service.keyboard.press('Escape')
    await service.keyboard.press('r')
    await message(service, `Deposit ${id} rejected`)
    const { rows } = await customer.client.list('/api/pay/myPay', { pageNum: 1, pageSize: 10 })
    expect(rows.find((row) => row.id === id)).toMatchObject({
      status: 2,
      remark: 'The picture is cut off at the right edge.',
    })

    const manager = await signIn('manager')
    await manager.goto('/console/audit?action=pictureView')
    await manager.getByRole('row').filter({ hasText: 'service@glasshouse.test' }).first().waitFor()
  },
)

longIt('limits the service role to its permissions', async () => {
  const id = await withdraw('60')
  const service = await signIn('service')
  const navigation = service.getByRole('navigation', { name: 'Sections' })
  expect(
    (await navigation.getByRole('link').allInnerTexts()).map((text) => text.trim().split('\n')[0]),
  ).toEqual([
    'Queue',
    'Customers',
    'Locks',
    'Products',
    'Content',
    'Community',
    'Settings',
    'Reserves',
    'Health',
  ])
  await open(service, 'withdrawal', id)
  await decision(service).getByText('Only managers can decide this.').waitFor()
  await service.keyboard.press('0')
  await service.keyboard.press('a')
  expect((await customer.client.call('/api/pay/withdrawStatus', { id })).state).toBe('waiting')
})

longIt('changes a protected setting only after a second manager approves', async () => {
  const [first, second] = [await signIn('manager'), await signIn('second')]
  await first.goto('/console/settings')
  await first.getByRole('button', { name: 'Change Withdrawals with two managers above' }).click()
  const dialog = first.getByRole('dialog')
  await dialog.getByLabel('Value').fill('4999999')
  await dialog.getByText('An amount from 0 to 100000.').waitFor()
  await dialog.getByLabel('Value').fill('4000')
  await first.keyboard.press('Enter')
  await message(first, 'It waits for a second manager')
  await first.getByText('Needs another manager', { exact: true }).waitFor()
  await second.goto('/console/settings')
  await second.getByRole('button', { name: 'Approve', exact: true }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await message(second, 'Done, by two managers')
  const row = second.getByRole('row').filter({ hasText: 'withdraw_second_approval_above' })
  await row.getByText('4,000.00').waitFor()
})

longIt('announces the sign-out for inactivity and then signs out', async () => {
  const page = await signIn('service')
  await page.clock.install()
  await page.reload()
  await page.getByRole('list', { name: 'Waiting' }).waitFor()
  await page.clock.fastForward(28.5 * 60_000)
  await page.getByText('No one has touched this page', { exact: false }).waitFor()
  await page.clock.fastForward(2 * 60_000)
  await page.getByText('Signed out after 30 minutes of inactivity.').waitFor()
})

const sections = consoleScreens.filter(({ who }) => who === 'manager').map(({ path }) => path)
const small = { ...desktop, width: 1024, height: 768, theme: 'night' } as const
const nightSections = sections.filter((path) => /queue|settings|about/.test(path))

const walks: readonly (readonly [string, View, readonly string[]])[] = [
  ['a large screen by day', desktop, someCases(sections, 0)],
  ['a small one by night', small, nightSections],
]

describe.each(someCases(walks, 0))('on %s', (_name, view, paths) => {
  it('is accessible in every section and nothing exceeds the viewport', async () => {
    const page = await signIn('manager', view)
    const problems: string[] = []
    for (const path of paths) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await settled(page)
      problems.push(...(await problemsOf(page)).map((problem) => `${path} ${problem}`))
      const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      if (wide) problems.push(`${path} is wider than the window`)
      // Its panes scroll, not the page: a strip below them would show in prints and full-page pictures.
      const tall = await page.evaluate('document.documentElement.scrollHeight > innerHeight')
      if (tall) problems.push(`${path} is taller than the window`)
      if (await page.getByText('It is not there any more').isVisible()) problems.push(`${path} is empty`)
    }
    expect(problems).toEqual([])
  }, 300_000)
})
