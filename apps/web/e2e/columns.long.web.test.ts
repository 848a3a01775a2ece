import { type Exchange, startExchange } from '@glasshouse/testkit/exchange/server'
import { standing } from '@glasshouse/testkit/exchange/standing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktop, openBrowser, openVisitor, picture } from './browser.ts'
import { type Product, scratchFolder, startProduct } from './product.ts'

/** Longest realistic prices and quantities of each coin; the prices begin differently. */
const markets = {
  BTCUSDT: { price: 124_567.89, decimals: 2, quantity: 1_234.56789 },
  ETHUSDT: { price: 12_345.67, decimals: 2, quantity: 12_345.6789 },
  SOLUSDT: { price: 1_234.567, decimals: 3, quantity: 123_456.789 },
  XRPUSDT: { price: 12.3456, decimals: 4, quantity: 1_234_567.8 },
  ADAUSDT: { price: 11.2345, decimals: 4, quantity: 377_060.9 },
  DOGEUSDT: { price: 1.23456, decimals: 5, quantity: 113_686_416 },
  LINKUSDT: { price: 2_345.678, decimals: 3, quantity: 99_999.99 },
  LTCUSDT: { price: 3_456.78, decimals: 2, quantity: 99_999.999 },
} as const
const symbols = Object.keys(markets) as (keyof typeof markets)[]

let folder: Awaited<ReturnType<typeof scratchFolder>>
let exchange: Exchange
let product: Product
let browser: Browser

beforeAll(async () => {
  folder = await scratchFolder()
  exchange = await startExchange({ script: standing(markets) })
  product = await startProduct(folder.path, {
    MARKET_FEED: 'binance',
    MARKET_SYMBOLS: symbols.join(','),
    BINANCE_REST_URL: exchange.restUrl,
    BINANCE_STREAM_URL: exchange.streamUrl,
  })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await exchange?.close()
  await folder?.remove()
})

/**
 * Runs in the page: figures of book and trades that extend into another column or out of the table, the number of
 * figures, and the text of the tables.
 */
const measure = (pane: string): string => `(() => {
  const problems = []
  const texts = []
  let figures = 0
  for (const table of document.querySelectorAll('section[aria-label="${pane}"] table')) {
    const frame = table.getBoundingClientRect()
    texts.push(table.innerText)
    for (const row of table.rows) {
      let edge = frame.left
      for (const cell of row.cells) {
        const shown = document.createRange()
        const parts = [...cell.querySelectorAll('span')].filter((part) => part.className.includes('sr-only'))
        shown.selectNodeContents(cell)
        for (const part of parts) part.style.display = 'none'
        const box = shown.getBoundingClientRect()
        for (const part of parts) part.style.display = ''
        if (box.width === 0) continue
        figures += 1
        if (box.left < edge - 0.5 || box.right > frame.right + 0.5)
          problems.push(row.innerText.replaceAll(/\\s+/g, ' ') + ': ' + Math.round(box.left) + ' to ' + Math.round(box.right) + ' behind ' + Math.round(edge))
        edge = box.right
      }
    }
  }
  return { problems, figures, texts }
})()`
type Measured = { readonly problems: string[]; readonly figures: number; readonly texts: string[] }

const panes = { en: 'Order book and trades', es: 'Libro de órdenes y operaciones' } as const

/** Opens another market by client-side navigation. */
const turnTo = async (page: Page, address: string): Promise<void> => {
  if (page.url() === 'about:blank') await page.goto(address)
  else
    await page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
    )
}

type Expected = {
  readonly symbol: keyof typeof markets
  readonly language: keyof typeof panes
  readonly figures: number
}

/** Waits until the market is displayed with all its figures, and asserts that they fit. */
const expectRoom = async (page: Page, { symbol, language, figures }: Expected): Promise<void> => {
  const { price, decimals } = markets[symbol]
  const fixed = { minimumFractionDigits: decimals, useGrouping: 'always' } as const
  // The last two digits differ between levels.
  const begins = price.toLocaleString(language === 'en' ? 'en-GB' : language, fixed).slice(0, -2)
  const read = (): Promise<Measured> => page.evaluate(measure(panes[language]))
  const isThere = ({ texts, figures: count }: Measured): boolean =>
    count >= figures && texts.every((text) => text.includes(begins))
  await expect.poll(async () => isThere(await read()), { timeout: 45_000 }).toBe(true)
  expect((await read()).problems).toEqual([])
}

const bookFigures = 30
const tradeFigures = 15

describe.each([
  { width: 1440, height: 900, language: 'en' },
  { width: 1024, height: 768, language: 'en' },
  { width: 1440, height: 900, language: 'es' },
] as const)('at $width pixels in $language', ({ width, height, language }) => {
  it('keeps the columns of book and trades apart for every market', async () => {
    const context = await openVisitor(browser, product.address, { ...desktop, width, height, language })
    const page = await context.newPage()
    for (const symbol of symbols) {
      await turnTo(page, `/contract?symbol=${symbol}`)
      if (width < 1200) await page.getByRole('radio', { name: 'Book and trades' }).click()
      await expectRoom(page, { symbol, language, figures: bookFigures + tradeFigures })
      if (symbol === 'DOGEUSDT') await picture(page, `columns-${width}-${language}`)
    }
    await context.close()
  })
})

it('keeps the columns apart on a phone', async () => {
  const view = { ...desktop, width: 390, height: 844, touch: true }
  const context = await openVisitor(browser, product.address, view)
  const page = await context.newPage()
  for (const symbol of symbols) {
    await turnTo(page, `/m/contract?symbol=${symbol}`)
    // The ticket covers the content below the chart.
    await page.getByRole('button', { name: 'Collapse ticket' }).click()
    await page.getByRole('tab', { name: 'Order book' }).click()
    await expectRoom(page, { symbol, language: 'en', figures: bookFigures })
    await page.getByRole('tab', { name: 'Recent trades' }).click()
    await expectRoom(page, { symbol, language: 'en', figures: tradeFigures })
  }
  await context.close()
})

it('shows the full figure of an abbreviated quantity on hover and to screen readers', async () => {
  const context = await openVisitor(browser, product.address, desktop)
  const page = await context.newPage()
  await page.goto('/contract?symbol=DOGEUSDT')
  const best = page.getByRole('table', { name: 'Bids' }).getByRole('row').nth(1)
  await expect.poll(() => best.ariaSnapshot(), { timeout: 45_000 }).toContain('113,686,416')
  const short = best.getByText('113.7M', { exact: true }).first()
  await short.hover()
  expect(await page.getByRole('tooltip').innerText()).toBe('113,686,416')
  await context.close()
})
