import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { desktop, openBrowser, openVisitor, type View } from './browser.ts'
import { demo } from './customer.ts'
import { settled } from './settled.ts'
import { type SharedProduct, sharedProduct } from './workerProduct.ts'

let product: SharedProduct
let browser: Browser
beforeAll(async () => {
  product = await sharedProduct()
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** Opens a page as a visitor. */
const open = async (path: string, view: View): Promise<{ page: Page; context: BrowserContext }> => {
  const context = await openVisitor(browser, product.address, view)
  const page = await context.newPage()
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await settled(page)
  return { page, context }
}

it('saves language and theme and sends the language to the server', async () => {
  const { page, context } = await open('/login', desktop)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Language/ })
    .click()
  await page.getByRole('menuitemcheckbox', { name: 'Русский' }).click()
  await page.getByRole('heading', { name: 'Вход' }).waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('ru')
  await page.getByRole('button', { name: 'Включить тёмную тему' }).click()
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

it('says that it could not be loaded when the texts of the language cannot be fetched', async () => {
  const context = await openVisitor(browser, product.address, desktop)
  const page = await context.newPage()
  await page.route(/messages-[^/]+\.js/, (route) => route.abort())
  await page.goto('/login')
  await page.getByRole('alert').getByText('Glasshouse could not be loaded.').waitFor()
  await page.unroute(/messages-[^/]+\.js/)
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await context.close()
})

it('draws opaque overlays with prefers-reduced-transparency', async () => {
  const { page, context } = await open('/login', desktop)
  await page.keyboard.press('/')
  await page.getByRole('dialog').waitFor()
  const filter = () =>
    page.evaluate(`getComputedStyle(document.querySelector('[role="dialog"]')).backdropFilter`)
  expect(await filter()).toContain('blur')
  const devtools = await context.newCDPSession(page)
  const features = [{ name: 'prefers-reduced-transparency', value: 'reduce' }]
  await devtools.send('Emulation.setEmulatedMedia', { features })
  expect(await filter()).toBe('none')
  await context.close()
})

it.each([
  ['ja', 'ja', 'CJK JP'],
  ['kr', 'ko', 'CJK KR'],
  ['zh', 'zh-Hans', 'CJK SC'],
  ['tw', 'zh-Hant', 'CJK TC'],
  ['th', 'th', 'Noto Sans Thai'],
])('names faces of the reader’s region in %s', async (language, tag, face) => {
  const { page, context } = await open('/login', { ...desktop, language })
  expect(await page.evaluate('document.documentElement.lang')).toBe(tag)
  const family: string = await page.evaluate('getComputedStyle(document.querySelector("h1")).fontFamily')
  expect(family).toContain(face)
  const others = ['CJK JP', 'CJK KR', 'CJK SC', 'CJK TC'].filter((regionalFace) => regionalFace !== face)
  expect(others.filter((regionalFace) => family.includes(regionalFace))).toEqual([])
  await context.close()
})

it.each([
  ['ja', 'Noto Sans JP Variable'],
  ['kr', 'Noto Sans KR Variable'],
  ['zh', 'Noto Sans SC Variable'],
  ['tw', 'Noto Sans TC Variable'],
])(
  'fetches the files of its own font that %s shows, and those of no other language',
  async (language, own) => {
    const { page, context } = await open('/login', { ...desktop, language })
    const loaded = () =>
      page.evaluate<string[]>(
        `[...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', ''))`,
      )
    const known = () => page.evaluate<number>('document.fonts.size')
    await expect.poll(known).toBeGreaterThan(90)
    const face: string = await page.evaluate('getComputedStyle(document.querySelector("h1")).fontFamily')
    expect(face).toContain(own)
    // A system that has a font for the script fetches none by itself.
    await page.evaluate(`document.fonts.load('14px "${own}"', document.body.innerText)`)
    const families = await loaded()
    const files = families.filter((family) => family === own).length
    expect(files).toBeGreaterThan(0)
    expect(files).toBeLessThan((await known()) / 2)
    expect(families.filter((family) => /^Noto Sans (JP|KR|SC|TC)/.test(family) && family !== own)).toEqual([])
    await context.close()
  },
)
