import { setTimeout as wait } from 'node:timers/promises'
import { openBrowser } from '@glasshouse/testkit/browser'
import { generatedDay } from '@glasshouse/testkit/exchange/generated'
import { type Exchange, startExchange } from '@glasshouse/testkit/exchange/server'
import type { Browser, Page } from 'playwright-core'

/** The phone of row 9: a CPU four times slower than this machine, and a mobile network. */
const slowness = 4
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
const maxMs = 120_000

export type SlowPhoneStats = {
  /** From the navigation to the first candle, without anything in the cache; median of the visits, milliseconds. */
  readonly firstCandleMs: number
  readonly visitsMs: readonly number[]
}

export type InteractionStats = {
  /** Time from a tap or key to the next frame that shows its effect, milliseconds. */
  readonly worstMs: number
  readonly medianMs: number
  readonly count: number
  /** Updates that the feed sent in a second while it was measured. */
  readonly updatesPerSecond: number
}

const openPhone = async (browser: Browser, isNetworkSlow: boolean): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(maxMs)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  if (isNetworkSlow) {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', network)
  }
  return page
}

/**
 * Records when a canvas first shows the colour of a candle. Only a strip in the middle is read, ten times a second: reading every
 * pixel on every frame, as on a fast machine, would itself be most of what a slow phone does.
 */
const noteFirstCandle = `{
  const stripPx = 48
  const coloured = () => {
    const tokens = getComputedStyle(document.documentElement)
    const brush = new OffscreenCanvas(1, 1).getContext('2d')
    return ['--up', '--down'].map((name) => {
      brush.fillStyle = tokens.getPropertyValue(name)
      brush.fillRect(0, 0, 1, 1)
      return new Uint32Array(brush.getImageData(0, 0, 1, 1).data.buffer)[0]
    })
  }
  const isDrawn = () => [...document.querySelectorAll('main canvas')].some((canvas) => {
    if (canvas.width < 200 || canvas.height < 200) return false
    const { data } = canvas.getContext('2d').getImageData(canvas.width / 2, 0, stripPx, canvas.height)
    const colours = coloured()
    return new Uint32Array(data.buffer).some((pixel) => colours.includes(pixel))
  })
  const looking = setInterval(() => {
    if (!isDrawn()) return
    window.firstCandleAt = performance.now()
    clearInterval(looking)
  }, 100)
}`

/** Waits until the page has drawn a candle, and returns when; the content security policy forbids waits inside it. */
const firstCandleOf = async (page: Page): Promise<number> => {
  for (let waited = 0; waited < maxMs; waited += 50) {
    const at = await page.evaluate<number | null>('window.firstCandleAt ?? null')
    if (at !== null) return at
    await wait(50)
  }
  throw new Error(`no candle was drawn within ${maxMs} ms`)
}

const sorted = (values: readonly number[]): readonly number[] => [...values].sort((a, b) => a - b)
const median = (values: readonly number[]): number =>
  sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN

/** Opens the trade screen of the phone site several times as a first-time visitor with a slow phone. */
export const visitWithSlowPhone = async (origin: string, visits: number): Promise<SlowPhoneStats> => {
  const browser = await openBrowser()
  try {
    const visitsMs: number[] = []
    for (let visit = 0; visit < visits; visit += 1) {
      const page = await openPhone(browser, true)
      await page.addInitScript({ content: noteFirstCandle })
      await page.goto(`${origin}/m/contract`)
      visitsMs.push(await firstCandleOf(page))
      await page.context().close()
    }
    return { firstCandleMs: median(visitsMs), visitsMs }
  } finally {
    await browser.close()
  }
}

/** What the interactions are measured under: eight markets, 800 trades and 200 order books a second. */
const busyMarkets = {
  symbols: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'ADAUSDT', 'DOGEUSDT', 'LINKUSDT', 'LTCUSDT'],
  seed: 9,
  tradeEveryMs: 10,
  bookEveryMs: 40,
} as const
const busyMs = 30 * 60_000

/** Starts an exchange that sends 1,000 updates a second, and the settings with which a product reads it. */
export const startBusyExchange = async (): Promise<{
  readonly exchange: Exchange
  readonly settings: Readonly<Record<string, string>>
}> => {
  const exchange = await startExchange({
    script: generatedDay({ ...busyMarkets, startMs: Date.now(), lengthMs: busyMs }),
    waitForListener: true,
    remember: true,
  })
  const settings = {
    MARKET_FEED: 'binance',
    MARKET_SYMBOLS: busyMarkets.symbols.join(','),
    BINANCE_REST_URL: exchange.restUrl,
    BINANCE_STREAM_URL: exchange.streamUrl,
  }
  return { exchange, settings }
}

/** Records the duration of every interaction, as the browser reports it: from the input to the next frame. */
const noteInteractions = `{
  window.interactions = new Map()
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0)
        window.interactions.set(interactionId, Math.max(duration, window.interactions.get(interactionId) ?? 0))
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
}`

/** What a visitor of the trade screen does with a finger and the keyboard; shorter ones than 16 ms are not reported. */
const interact = async (page: Page): Promise<void> => {
  const ticket = page.getByRole('region', { name: 'Place order' })
  for (const interval of ['1m', '1h', '15m', '5m']) {
    await page.getByRole('radio', { name: interval, exact: true }).tap()
    await wait(400)
  }
  for (let round = 0; round < 2; round += 1) {
    for (const name of ['Sell / Short', 'Limit', 'Buy / Long', 'Stop', 'Market']) {
      await ticket.getByRole('radio', { name, exact: true }).tap()
      await wait(200)
    }
    const size = ticket.getByRole('textbox', { name: 'Size' })
    await size.tap()
    await page.keyboard.type('125', { delay: 120 })
    for (let digit = 0; digit < 3; digit += 1) await page.keyboard.press('Backspace', { delay: 60 })
    await wait(400)
  }
}

/** Measures taps and keys on the trade screen of a slow phone while 1,000 updates a second come in. */
export const measureInteractions = async (
  origin: string,
  exchange: Pick<Exchange, 'played'>,
): Promise<InteractionStats> => {
  const browser = await openBrowser()
  try {
    const page = await openPhone(browser, false)
    await page.addInitScript({ content: noteFirstCandle + noteInteractions })
    await page.goto(`${origin}/m/login`)
    await page.getByRole('textbox', { name: 'Email' }).fill('demo@glasshouse.test')
    await page.getByLabel('Password', { exact: true }).fill('Demo123!')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.pathname.endsWith('/login'))
    await page.goto(`${origin}/m/contract`)
    await firstCandleOf(page)
    await wait(3000)
    const before = { played: exchange.played().length, at: performance.now() }
    await interact(page)
    await wait(500)
    const updates = exchange.played().length - before.played
    const updatesPerSecond = Math.round((updates * 1000) / (performance.now() - before.at))
    const durations = await page.evaluate<number[]>('[...window.interactions.values()]')
    if (durations.length === 0) throw new Error('no interaction was recorded')
    return {
      worstMs: Math.max(...durations),
      medianMs: median(durations),
      count: durations.length,
      updatesPerSecond,
    }
  } finally {
    await browser.close()
  }
}
