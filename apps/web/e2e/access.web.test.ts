import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktop, openBrowser, openVisitor, type View } from './browser.ts'
import { demo, openCustomer } from './customer.ts'
import { type Product, scratchFolder, startProduct } from './product.ts'

let folder: Awaited<ReturnType<typeof scratchFolder>>
let product: Product
let browser: Browser
let token: string | null
beforeAll(async () => {
  folder = await scratchFolder()
  product = await startProduct(folder.path)
  browser = await openBrowser()
  const customer = openCustomer(product.address)
  await customer.signIn(demo.email, demo.pwd)
  token = customer.token()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await folder.remove()
})

/** Opens a page as a visitor or as the demo customer and collects what the browser complains about. */
const open = async (
  path: string,
  view: View,
  signedIn: boolean,
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> => {
  const context = await openVisitor(browser, product.address, view)
  if (signedIn)
    await context.addInitScript(
      (session) => localStorage.setItem('glasshouse.session', session),
      JSON.stringify({ token, since: Date.now() }),
    )
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle').catch(() => undefined)
  return { page, context, complaints }
}

const places: readonly (readonly [string, boolean])[] = [
  ['/', false],
  ['/login', false],
  ['/register', false],
  ['/forget', false],
  ['/mine', true],
  ['/recharge', true],
  ['/quotes', false],
  ['/no-such-page', false],
  ['/components', false],
]

const nightPlaces = places.filter(([path]) => ['/', '/register', '/mine', '/components'].includes(path))

describe.each([
  ['day', places],
  ['night', nightPlaces],
] as const)('by %s', (theme, shown) => {
  it.each(shown)('%s is accessible and quiet', async (path, signedIn) => {
    const { page, context, complaints } = await open(path, { ...desktop, theme }, signedIn)
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe(theme)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual(
      [],
    )
    expect(complaints).toEqual([])
    await context.close()
  })
})

/** Russian has the longest words, Thai the tallest lines. */
const longest = places.filter(([path]) => !['/components', '/quotes', '/no-such-page'].includes(path))

describe.each([
  ['ru', longest],
  ['th', longest.slice(0, 2)],
] as const)('in %s on a small desktop', (language, shown) => {
  it.each(shown)('%s fits its width', async (path, signedIn) => {
    const view = { width: 1024, height: 768, theme: 'day', language } as const
    const { page, context } = await open(path, view, signedIn)
    const overhang = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(overhang).toBe(0)
    const cut = await page
      .locator('header button, header a, main button, main a')
      .evaluateAll((elements) =>
        elements
          .filter((element) => element.scrollWidth > element.clientWidth + 1)
          .map((element) => element.outerHTML),
      )
    expect(cut).toEqual([])
    await context.close()
  })
})

it('is walked through by keyboard alone', async () => {
  const { page, context } = await open('/login', desktop, false)
  await page.keyboard.press('/')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('eth')
  await page.getByRole('option', { selected: true }).getByText('ETHUSDT').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox').waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'E-mail' }).focus()
  await page.keyboard.press('ArrowRight')
  expect(await page.getByRole('tab', { name: 'Phone' }).getAttribute('aria-selected')).toBe('true')
  await context.close()
})

it('remembers language and light, and says so to the server', async () => {
  const { page, context } = await open('/login', desktop, false)
  await page.getByRole('button', { name: /Language/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Русский' }).click()
  await page.getByRole('heading', { name: 'Вход' }).waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('ru')
  await page.getByRole('button', { name: 'Включить ночной вид' }).click()
  expect(await page.evaluate("localStorage.getItem('glasshouse.theme')")).toBe('night')
  await page.getByRole('textbox', { name: 'Эл. почта' }).fill(demo.email)
  await page.getByRole('textbox', { name: 'Пароль' }).fill('Wrong123')
  const [request] = await Promise.all([
    page.waitForRequest('**/api/user/login'),
    page.getByRole('button', { name: 'Войти', exact: true }).last().click(),
  ])
  expect(new URLSearchParams(request.postData() ?? '').get('lang')).toBe('ru')
  expect(await page.getByRole('alert').innerText()).toMatch(/[а-я]/i)
  await context.close()
})
