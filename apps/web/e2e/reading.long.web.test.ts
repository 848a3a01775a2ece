import type { Client } from '@glasshouse/client/http'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktop, openBrowser, openVisitor, type View } from './browser.ts'
import { newCustomer } from './customer.ts'
import { addressOn, type Site, settled } from './screens.ts'
import { openStaff } from './staff.ts'
import type { SteeredProduct } from './steeredProduct.ts'
import { ownProduct } from './workerProduct.ts'

// Published content and navigation. Content is changed, so the test has its own product.

const phone: View = { ...desktop, width: 390, height: 844, touch: true }
const codes = ['en', 'ja', 'kr', 'th', 'ru', 'es', 'pt', 'zh', 'tw'] as const

let product: SteeredProduct
let browser: Browser
let manager: Client
let member: Awaited<ReturnType<typeof newCustomer>>

beforeAll(async () => {
  product = await ownProduct()
  browser = await openBrowser()
  manager = await openStaff(product.address, 'manager')
  member = await newCustomer(product.address, 100)
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const save = async (
  kind: 'news' | 'faq',
  title: string,
  content: string,
  more: { readonly id?: number; readonly published?: 0 | 1 } = {},
): Promise<number> => {
  const texts = JSON.stringify({ en: { title, content } })
  const row = await manager.call('/staff/api/contentSave', { kind, published: 1, texts, ...more })
  return row.id
}

/** Unpublishes all content of a kind. */
const clear = async (kind: 'news' | 'faq'): Promise<void> => {
  const { rows } = await manager.list('/staff/api/contentList', { kind, pageSize: 100 })
  for (const { id } of rows) await manager.call('/staff/api/contentDelete', { kind, id })
}

const opened = async (
  view: View,
  path: string,
  token: string | null = null,
): Promise<{ page: Page; context: BrowserContext }> => {
  const context = await openVisitor(browser, product.address, view, token)
  const page = await context.newPage()
  await page.goto(path)
  await settled(page)
  return { page, context }
}

const sites = [
  ['desktop', desktop],
  ['phone', phone],
] as const satisfies readonly (readonly [Site, View])[]

describe.each(sites)('on the %s site', (site, view) => {
  it('shows published news, follows an edit, and hides unpublished news', async () => {
    await clear('news')
    const { page, context } = await opened(view, addressOn(site, '/new'))
    await page.getByText('No news yet').waitFor()
    for (let n = 1; n <= 11; n += 1) await save('news', `Article ${n}`, `Text **${n}**.`)
    await page.reload()
    const links = page.getByRole('link', { name: /^Article/ })
    await links.first().waitFor()
    expect((await links.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(
      [11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `Article ${n}`),
    )
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByRole('link', { name: /^Article 2/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Article 2' }).waitFor()
    await page.getByRole('link', { name: /Older article/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Article 1' }).waitFor()
    expect(await page.getByRole('link', { name: /Older article/ }).count()).toBe(0)
    await page.getByRole('link', { name: /Newer article/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Article 2' }).waitFor()
    const id = Number.parseInt(new URL(page.url()).searchParams.get('id') ?? '', 10)
    await save(
      'news',
      'Article 2',
      '<img src=x onerror="document.title=1"> [away](https://x.test) [in](/new) **now**',
      {
        id,
      },
    )
    await page.reload()
    await page.getByText('<img src=x', { exact: false }).waitFor()
    const article = page.getByRole('article')
    expect(await article.locator('img').count()).toBe(0)
    expect(await article.locator('b').innerText()).toBe('now')
    expect(await article.getByRole('link', { name: 'away' }).getAttribute('rel')).toBe('noopener noreferrer')
    await save('news', 'Article 2', 'Text', { id, published: 0 })
    await page.reload()
    await page.getByText('This article is not available').waitFor()
    await page.getByRole('link', { name: 'All news' }).click()
    await links.first().waitFor()
    await page.goto(addressOn(site, '/new?page=2'))
    await settled(page)
    expect((await links.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(['Article 1'])
    await context.close()
  })

  it('shows published questions with answers, and a message for an empty list', async () => {
    await clear('faq')
    const id = await save('faq', 'How do I deposit?', 'Open **Deposit**.\n\n- Pay\n- Wait')
    const { page, context } = await opened(view, addressOn(site, '/about'))
    await page.goto(addressOn(site, '/'))
    await settled(page)
    await page.locator('footer').getByRole('link', { name: 'Help' }).click()
    await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
    const answer = page.getByText('Pay', { exact: true })
    await page.getByText('How do I deposit?').waitFor()
    expect(await answer.isVisible()).toBe(false)
    await page.getByText('How do I deposit?').click()
    await answer.waitFor()
    await save('faq', 'How do I pay in?', 'Like this.', { id })
    await page.reload()
    await page.getByText('How do I pay in?').waitFor()
    await manager.call('/staff/api/contentDelete', { kind: 'faq', id })
    await page.reload()
    await page.getByText('No questions yet').waitFor()
    await context.close()
  })
})

/** Runs in the page: width of the window, items of the navigation, whether it has a menu, and whether it overflows. */
const bar = `(() => {
  const nav = document.querySelector('header nav')
  return {
    width: innerWidth,
    places: nav.querySelectorAll('a').length,
    menu: nav.querySelector('button') !== null,
    over: Math.max(nav.scrollWidth - nav.clientWidth, document.documentElement.scrollWidth - innerWidth),
  }
})()`

describe.each(codes)('the navigation in %s', (language) => {
  it.each([['visitor'], ['member']])(
    'stands whole at 1440 and keeps as many places as fit at 1024, %s',
    async (who) => {
      const token = who === 'member' ? member.token() : null
      const { page, context } = await opened({ ...desktop, language }, '/about', token)
      const read = () => page.evaluate<{ places: number; menu: boolean }>(bar)
      // The bar measures again after fonts and after a resize, in a task of its own.
      const whole = { width: 1440, places: 8, menu: false, over: 0 }
      await expect.poll(read).toEqual(whole)
      await page.setViewportSize({ width: 1024, height: 768 })
      await expect.poll(read).toMatchObject({ width: 1024, over: 0 })
      const small = await read()
      expect(small.places).toBeGreaterThanOrEqual(3)
      expect(small.menu).toBe(small.places < 8)
      if (language === 'en') expect(small.places).toBeGreaterThanOrEqual(5)
      if (small.menu) {
        await page.locator('header nav button').click()
        await page.getByRole('menuitemcheckbox').first().waitFor()
        expect(await page.getByRole('menuitemcheckbox').count()).toBe(8 - small.places)
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await expect.poll(read).toEqual(whole)
      await context.close()
    },
  )
})

it('shows a transfer in the transactions of the assets page without a reload', async () => {
  const { page, context } = await opened(desktop, '/assets', member.token())
  const journal = page.getByRole('table', { name: 'Transaction history' })
  const rows = journal.getByRole('row', { name: /Wallet transfer/ })
  const before = await rows.count()
  const another = openedElsewhere()
  await another.call('/api/user/walletTransfer', { type: 1, typeReverse: 2, transfervalue: '3' })
  await expect.poll(() => rows.count(), { timeout: 45_000 }).toBeGreaterThan(before)
  await rows.filter({ hasText: '3.0000' }).first().waitFor()
  await context.close()
})

/** The same customer in another session, so that the page learns of changes only by push. */
const openedElsewhere = () => member.client

it('claims an AI code on the home page and leads a visitor to the sign-in', async () => {
  const { page, context } = await opened(desktop, '/', member.token())
  await page.getByRole('button', { name: 'Get an AI code' }).click()
  await page.getByText('Code claimed').waitFor()
  expect((await member.client.call('/api/user/getuserinfo', {})).activecodestatus).toBe(2)
  await context.close()
  const stranger = await opened(desktop, '/')
  await stranger.page.getByRole('button', { name: 'Get an AI code' }).click()
  await stranger.page.waitForURL(/\/login\?next=/)
  await stranger.context.close()
})

it('loads the fonts for the entries of the language menu when it opens', async () => {
  const { page, context } = await opened(desktop, '/about')
  const loaded = (family: string) =>
    page.evaluate<number>(
      `[...document.fonts].filter((one) => one.family.includes('${family}') && one.status === 'loaded').length`,
    )
  expect(await loaded('Noto Sans Thai')).toBe(0)
  await page
    .locator('header')
    .getByRole('button', { name: /Language/ })
    .click()
  await page.getByRole('menuitemcheckbox', { name: 'ไทย' }).waitFor()
  await expect.poll(() => loaded('Noto Sans Thai')).toBeGreaterThan(0)
  const shipped = `document.fonts.load('14px "Language Names"', '日本語한국어简体中文繁體').then((faces) => faces.length)`
  expect(await page.evaluate(shipped)).toBe(1)
  await context.close()
})

it('draws CALL and PUT in their final colours from the first frame', async () => {
  const { page, context } = await opened(desktop, '/quotes')
  const durations = `[...document.querySelectorAll('button')]
    .filter((one) => /CALL|PUT/.test(one.innerText))
    .map((one) => getComputedStyle(one).transitionDuration)`
  expect(await page.evaluate(durations)).toEqual(['0s', '0s'])
  await context.close()
})
