import type { Browser, CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { desktop, failurePicture, openBrowser, openVisitor } from './browser.ts'
import { confirmation } from './confirm.ts'
import { type NewCustomer, newCustomer } from './customer.ts'
import { settled } from './settled.ts'
import { story } from './story.ts'
import { type SharedProduct, sharedProduct } from './workerProduct.ts'

let product: SharedProduct
let browser: Browser
let customer: NewCustomer
let page: Page

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await failurePicture(page, 'keyboard-failed')
})
beforeAll(async () => {
  product = await sharedProduct()
  customer = await newCustomer(product.address, 10_000)
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const open = async (token: string | null, path: string): Promise<void> => {
  page = await (await openVisitor(browser, product.address, desktop, token)).newPage()
  page.setDefaultTimeout(45_000)
  await page.goto(path)
  await settled(page)
}

const holdsFocus = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => element.ownerDocument.activeElement === element)

const regainsFocus = (what: Locator): Promise<void> =>
  expect.poll(() => holdsFocus(what), { timeout: 45_000 }).toBe(true)

/** Runs in the page: description of the focused element, for failure messages. */
const focused = `(() => {
  const at = document.activeElement
  return at.tagName.toLowerCase() + ' "' + (at.getAttribute('aria-label') ?? at.innerText ?? '').slice(0, 40) + '"'
})()`

/** Above the number of tab stops of any screen. */
const maxTabs = 150

/** Presses Tab until the element has the focus. */
const tabTo = async (what: Locator): Promise<void> => {
  await what.waitFor()
  await settled(page)
  const way: string[] = []
  while (way.length < maxTabs && !(await holdsFocus(what))) {
    await page.keyboard.press('Tab')
    way.push(await page.evaluate<string>(focused))
  }
  expect(await holdsFocus(what), `not reached by way of ${way.join(', ')}`).toBe(true)
}

const orders = () => page.getByRole('region', { name: 'Orders' })
const row = () => orders().getByRole('row').filter({ hasText: 'BTCUSDT' })

const step = story('a customer trades by keyboard, from sign-in to receipt')

step('signs in, past the skip link', async () => {
  await open(null, '/login')
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('Tab')
  expect(await page.evaluate<string>(focused)).toBe('a "Skip to content"')
  await tabTo(page.getByRole('textbox', { name: 'Email' }))
  await page.keyboard.type(customer.email)
  await tabTo(page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(customer.pwd)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
})

step('finds a market by its shortcut and restores the focus when the search closes', async () => {
  const accountLink = page.getByRole('banner').getByRole('link', { name: 'Account' }).last()
  await tabTo(accountLink)
  await page.keyboard.press('/')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.press('Escape')
  await regainsFocus(accountLink)
  await page.keyboard.press('/')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('btc')
  await page.getByRole('option', { selected: true }).getByText('BTCUSDT').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/contract?symbol=BTCUSDT')
})

step('reads the candles as a table', async () => {
  const asTable = page.getByRole('button', { name: 'Read as a table' })
  await tabTo(asTable)
  await page.keyboard.press('Enter')
  const table = page.getByRole('region', { name: /BTCUSDT/ }).getByRole('table')
  await table.waitFor()
  expect(await table.getByRole('row').count()).toBeGreaterThan(5)
  await page.keyboard.press('Enter')
  await table.waitFor({ state: 'detached' })
})

step('fills the ticket with Tab and arrow keys and buys with Enter', async () => {
  await tabTo(page.getByRole('radio', { name: 'Buy', exact: false }).and(page.locator('[tabindex="0"]')))
  await page.keyboard.press('ArrowRight')
  await page.getByRole('radio', { name: 'Sell', checked: true }).waitFor()
  await page.keyboard.press('ArrowLeft')
  const leverage = page.getByRole('slider', { name: 'Leverage' })
  await tabTo(leverage)
  const before = await leverage.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowRight')
  expect(await leverage.getAttribute('aria-valuetext')).not.toBe(before)
  expect(await holdsFocus(leverage)).toBe(true)
  await tabTo(page.getByRole('textbox', { name: 'Size' }))
  await page.keyboard.type('11')
  await page.getByRole('button', { name: /^Buy 11 lots at ~/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => holdsFocus(confirmation(page).locator('[type="submit"]'))).toBe(true)
  expect(await row().count()).toBe(0)
  await page.keyboard.press('Enter')
  await row().waitFor()
  const announcement = page.locator('[aria-live="polite"]').getByText(/^Buy 11 lots filled at/)
  await announcement.waitFor()
})

step('opens the TP/SL dialog and closes it with Esc, restoring the focus', async () => {
  const stops = row().getByRole('button', { name: 'TP/SL' })
  await tabTo(stops)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await tabTo(dialog.getByRole('textbox', { name: 'Stop loss' }))
  // The dialog traps the focus: one round leads back to the same field.
  await page.keyboard.press('Tab')
  await tabTo(dialog.getByRole('textbox', { name: 'Stop loss' }))
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await regainsFocus(stops)
})

step('closes the position, and the list receives the focus of the removed row', async () => {
  await tabTo(row().getByRole('button', { name: 'Close', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('dialog').getByRole('button', { name: /^Close 11 lots/ }))
  await page.keyboard.press('Enter')
  await orders().getByText('No positions').waitFor()
  await regainsFocus(orders().getByRole('tabpanel'))
})

step('opens the receipt of a closed order and closes it with Esc, restoring the focus', async () => {
  await tabTo(orders().getByRole('tab', { selected: true }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await orders().getByRole('tab', { name: 'Closed', selected: true }).waitFor()
  const receipt = row()
    .first()
    .getByRole('button', { name: /^View receipt/ })
  await tabTo(receipt)
  await page.keyboard.press('Enter')
  await page.getByText('Matches what was paid').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await regainsFocus(receipt)
})

/** Focusable node of the accessibility tree. */
type Place = { readonly backendNodeId: number; readonly role: string; readonly name: string }

type AxNode = {
  readonly nodeId: string
  readonly childIds?: readonly string[]
  readonly ignored: boolean
  readonly backendDOMNodeId?: number
  readonly role?: { readonly value: string }
  readonly name?: { readonly value: string }
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value: unknown } }[]
}

/** All focusable nodes of the accessibility tree, in order. */
const focusablePlaces = async (session: CDPSession): Promise<readonly Place[]> => {
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: readonly AxNode[] }
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const walk = (node: AxNode | undefined): readonly AxNode[] =>
    node === undefined ? [] : [node, ...(node.childIds ?? []).flatMap((id) => walk(byId.get(id)))]
  return walk(nodes[0])
    .filter(
      ({ ignored, role, properties = [] }) =>
        !ignored &&
        role?.value !== 'RootWebArea' &&
        properties.some(({ name, value }) => name === 'focusable' && value.value === true),
    )
    .map(({ backendDOMNodeId = 0, role, name }) => ({
      backendNodeId: backendDOMNodeId,
      role: role?.value ?? '',
      name: name?.value ?? '',
    }))
}

const idOf = async (session: CDPSession, expression: string): Promise<number> => {
  const { result } = await session.send('Runtime.evaluate', { expression })
  const { node } = await session.send('DOM.describeNode', { objectId: result.objectId ?? '' })
  return node.backendNodeId
}

/** Whether the node is a tab stop; items of a roving focus group are focusable but no tab stops. */
const isStop = async (session: CDPSession, { backendNodeId }: Place): Promise<boolean> => {
  const { object } = await session.send('DOM.resolveNode', { backendNodeId })
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: object.objectId ?? '',
    functionDeclaration: 'function () { return this.tabIndex >= 0 && !this.matches(":disabled") }',
    returnByValue: true,
  })
  return result.value === true
}

const reported = ({ role, name }: Place): string => `${role} "${name.slice(0, 40)}"`

const paths = [
  '/contract',
  '/quotes',
  '/assets',
  '/recharge',
  '/mine',
  '/community',
  '/loan',
  '/signIn',
  '/notices',
]

it.each(paths)(
  'on %s Tab stops at everything the accessibility tree calls focusable, once, in its order',
  async (path) => {
    await open(customer.token(), path)
    const session = await page.context().newCDPSession(page)
    const places = await focusablePlaces(session)
    const stops: Place[] = []
    for (const place of places) if (await isStop(session, place)) stops.push(place)
    expect(stops.length).toBeGreaterThan(10)
    // A tab stop without a role, such as a word with a tooltip, is announced by its text.
    expect(stops.filter(({ name, role }) => name === '' && role !== 'generic')).toEqual([])
    await page.evaluate('document.activeElement.blur()')
    const way: string[] = []
    for (const _ of stops) {
      await page.keyboard.press('Tab')
      const id = await idOf(session, 'document.activeElement')
      const place = places.find(({ backendNodeId }) => backendNodeId === id)
      way.push(place === undefined ? await page.evaluate<string>(focused) : reported(place))
    }
    expect(way).toEqual(stops.map(reported))
    await page.context().close()
  },
)

it('posts in the community by keyboard, which is announced and keeps the focus', async () => {
  await open(customer.token(), '/community')
  await tabTo(page.getByRole('textbox', { name: 'Your post' }))
  await page.keyboard.type('Written without a mouse.')
  const post = page.getByRole('button', { name: 'Post', exact: true })
  await tabTo(post)
  await page.keyboard.press('Enter')
  await page.locator('[aria-live="polite"]').getByText('A moderator reads it now').waitFor()
  await regainsFocus(post)
  await page.context().close()
})

it('keeps the focus in place while prices move', async () => {
  await open(customer.token(), '/contract?symbol=BTCUSDT')
  const last = page.getByTestId('last-price')
  for (const [what, bid] of [
    [page.getByRole('textbox', { name: 'Size' }), '65851.00'],
    [page.getByRole('button', { name: 'Read as a table' }), '65852.00'],
    [page.getByRole('button', { name: /^(Buy|Sell)/ }).and(page.locator('[type="submit"]')), '65853.00'],
  ] as const) {
    await what.focus()
    await product.market.set('BTCUSDT', bid)
    await last.getByText(bid.replace('65', '65,')).waitFor()
    expect(await holdsFocus(what)).toBe(true)
  }
  await page.context().close()
})
