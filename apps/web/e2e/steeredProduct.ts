import { spawnSync } from 'node:child_process'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startExchange } from '@glasshouse/testkit/exchange/server'
import { type SteeredMarkets, steeredMarkets } from '@glasshouse/testkit/exchange/steeredMarkets'
import { demo, openCustomer, ordersOf } from './customer.ts'
import { type Product, scratchFolder, startProduct } from './product.ts'

/** Opening best bids of every steered product. */
export const openingBids = {
  BTCUSDT: '65850.00',
  ETHUSDT: '3250.00',
  SOLUSDT: '152.40',
  XRPUSDT: '0.5235',
  ADAUSDT: '0.3824',
  DOGEUSDT: '0.13805',
  LINKUSDT: '13.820',
  LTCUSDT: '72.30',
} as const

/** Prices of a product, moved by a test. */
export type SteeredMarket = {
  /** Moves the best bid; the ask is one price step above it, and one trade is made at the bid. */
  readonly set: (symbol: string, bid: string) => Promise<void>
}

export type SteeredProduct = Product & {
  readonly market: SteeredMarket & Pick<SteeredMarkets, 'bid'>
  /** Restarts it with the same data and exchange, after it was stopped or killed. */
  readonly again: () => Promise<Product>
  /** Stops product and exchange, and removes the data. */
  readonly close: () => Promise<void>
}

export type SteeredOptions = {
  /** Data folder of a stopped product to copy; a new one is created if omitted. */
  readonly preparedFolder?: string
  readonly environment?: Readonly<Record<string, string>>
}

/** Trades near the opening price, so that no trade list is empty. The first and the last one are at it: no candle rises. */
const stir = (market: SteeredMarkets): void => {
  for (const [symbol, opening] of Object.entries(openingBids)) {
    const lastDigit = Number.parseInt(opening.slice(-1), 10)
    market.set(symbol, opening)
    for (const up of [1, 2, 1, 3, 2, 1]) market.set(symbol, `${opening.slice(0, -1)}${(lastDigit + up) % 10}`)
    market.set(symbol, opening)
  }
}

/** Raises prices while the sample data is created, so that one of its two options wins and one loses. */
const rising = (market: SteeredMarkets): (() => void) => {
  let cents = 0
  const timer = setInterval(() => {
    cents += 1
    for (const [symbol, whole] of [
      ['BTCUSDT', '65850'],
      ['ETHUSDT', '3250'],
    ] as const)
      market.set(symbol, `${whole}.${String(cents % 100).padStart(2, '0')}`)
  }, 400)
  return () => clearInterval(timer)
}

/** Copies with `cp -a`, so that the files keep the owner that PostgreSQL runs as. */
const copyFolder = (from: string, to: string): void => {
  const sparing = process.platform === 'linux' ? ['--reflink=auto'] : []
  const { status: exitCode, stderr } = spawnSync('cp', ['-a', ...sparing, `${from}/.`, to], {
    encoding: 'utf8',
  })
  if (exitCode !== 0) throw new Error(`failed to copy the prepared data: ${stderr}`)
}

/** Missing parts of the sample history, which comes from real trades. */
const missingHistory = async (address: string): Promise<readonly string[]> => {
  const customer = openCustomer(address)
  await customer.signIn(demo.email, demo.pwd)
  const found = await Promise.all([
    ordersOf(customer, ['closed'], 'contract'),
    ordersOf(customer, ['closed'], 'contract2'),
    customer.client.list('/api/option/orderList', { ostaus: 1 }).then(({ rows }) => rows),
  ])
  const names = ['a bought contract', 'a sold contract', 'options']
  return names.filter((_, at) => found[at]?.length === 0)
}

/**
 * Creates the data of a product that ran once: database, sample data, one day of prices. Returns the folder and a
 * function that removes it. The database runs without fsync, because tests kill processes, not machines. Throws if
 * the sample data is incomplete.
 */
export const prepareFolder = async (): Promise<{ path: string; remove: () => Promise<void> }> => {
  const folder = await scratchFolder()
  const { product, exchange } = await startIn(folder, {})
  const missing = await missingHistory(product.address)
  const code = await product.stop()
  await exchange.close()
  if (code !== 0 || missing.length > 0) {
    await folder.remove()
    const what = code === 0 ? `the sample lacks ${missing.join(', ')}` : `the product exited with ${code}`
    throw new Error(`${what}:\n${product.printed()}`)
  }
  await appendFile(join(folder.path, 'postgres', 'postgresql.conf'), 'fsync = off\nfull_page_writes = off\n')
  return folder
}

const startIn = async (folder: { readonly path: string }, options: SteeredOptions) => {
  const market = steeredMarkets(openingBids)
  const exchange = await startExchange({ script: market.script, pastMs: market.pastMs })
  await market.pastIsPlayed
  const settle = options.preparedFolder === undefined ? rising(market) : () => undefined
  const start = () =>
    startProduct(folder.path, {
      MARKET_FEED: 'binance',
      MARKET_SYMBOLS: Object.keys(openingBids).join(','),
      BINANCE_REST_URL: exchange.restUrl,
      BINANCE_STREAM_URL: exchange.streamUrl,
      ...options.environment,
    })
  try {
    return { product: await start(), start, market, exchange }
  } catch (error) {
    await exchange.close()
    throw error
  } finally {
    settle()
  }
}

/** Starts a product whose prices change only when the test moves them. */
export const startSteeredProduct = async (options: SteeredOptions = {}): Promise<SteeredProduct> => {
  const folder = await scratchFolder()
  try {
    if (options.preparedFolder !== undefined) copyFolder(options.preparedFolder, folder.path)
    const { product, start, market, exchange } = await startIn(folder, options)
    stir(market)
    let running = product
    return {
      ...product,
      market: { bid: market.bid, set: async (symbol, to) => market.set(symbol, to) },
      again: async () => {
        running = await start()
        return running
      },
      close: async () => {
        await running.stop()
        await exchange.close()
        await folder.remove()
      },
    }
  } catch (error) {
    await folder.remove()
    throw error
  }
}
