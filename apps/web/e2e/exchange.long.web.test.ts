import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { formatPrice, price } from '@glasshouse/core/money/units'
import { marketDataFolder, missingRecordingsReason, recordedDay } from '@glasshouse/testkit/exchange/recorded'
import { type Exchange, startExchange } from '@glasshouse/testkit/exchange/server'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktop, openBrowser, openVisitor, picture } from './browser.ts'
import { openCustomer } from './customer.ts'
import { type Product, scratchFolder, startProduct } from './product.ts'

const missing = missingRecordingsReason()
if (missing !== null) console.log(`Skipped: prices of a recorded exchange on the page (${missing}).`)

/** All traded prices of the recording, in wire format. */
const recordedPrices = (): ReadonlySet<string> => {
  const file = join(marketDataFolder, 'trades', 'BTCUSDT_trades_2024-08-08_11min.csv.gz')
  const rows = gunzipSync(readFileSync(file)).toString().trim().split('\n').slice(1)
  return new Set(rows.map((row) => formatPrice(price(row.split(',')[1] ?? ''))))
}

describe.skipIf(missing !== null)('an exchange that plays a recording', () => {
  let folder: Awaited<ReturnType<typeof scratchFolder>>
  let exchange: Exchange
  let product: Product
  let browser: Browser
  beforeAll(async () => {
    folder = await scratchFolder()
    exchange = await startExchange({
      script: recordedDay(['BTCUSDT', 'ETHUSDT']),
      speed: 1,
      restPort: 0,
      streamPort: 0,
    })
    product = await startProduct(folder.path, {
      MARKET_FEED: 'binance',
      MARKET_SYMBOLS: 'BTCUSDT,ETHUSDT',
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

  it('displays only recorded prices', async () => {
    const recorded = recordedPrices()
    const context = await openVisitor(browser, product.address, desktop)
    const page = await context.newPage()
    await page.goto('/contract')
    const last = page.getByTestId('last-price')
    await last.waitFor()
    // Record every text the last price displays from now on.
    await page.evaluate(`(() => {
      const place = document.querySelector('[data-testid="last-price"]')
      globalThis.shown = [place.innerText]
      new MutationObserver(() => globalThis.shown.push(place.innerText)).observe(place, {
        subtree: true, childList: true, characterData: true,
      })
    })()`)
    const displayed = new Set<string>()
    const look = async (): Promise<number> => {
      for (const text of await page.evaluate<string[]>('globalThis.shown')) {
        const priceText = /[\d,]+\.\d+/.exec(text)?.[0]
        if (priceText !== undefined) displayed.add(formatPrice(price(priceText.replaceAll(',', ''))))
      }
      return displayed.size
    }
    await expect.poll(look, { timeout: 60_000 }).toBeGreaterThan(10)
    await picture(page, 'exchange-recorded')
    expect([...displayed].filter((text) => !recorded.has(text))).toEqual([])
  })

  it('names the exchange as the source of the current tick', async () => {
    const { client } = openCustomer(product.address)
    const [market] = await client.call('/api/market/kList', {})
    const tick = await client.call('/api/market/priceAt', { pid: market?.pid ?? 0, time: Date.now() })
    expect(tick.source).toBe('binance')
    expect(recordedPrices().has(tick.price)).toBe(true)
  })
})
