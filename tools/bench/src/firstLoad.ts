import { env, getuid } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import type { Measurement } from './row.ts'
import type { InteractionStats, SlowPhoneStats } from './slowPhone.ts'

const maxMs = 30_000

/** Bytes loaded by a visitor's browser until the first candle is drawn. */
export type FirstLoadStats = {
  readonly raw: number
  /** Each file compressed by gzip -9, whatever the server used. */
  readonly gzip: number
  /** Responses to calls, which are data and not part of the pages. */
  readonly answersRaw: number
  readonly chartRaw: number
  readonly chartGzip: number
  readonly fontsRaw: number
  readonly afterMs: number
}

type Loaded = { readonly url: string; readonly type: string; readonly body: Buffer }

/** The chart library is recognised by the name of its main pane. */
const isChartLibrary = ({ type, body }: Loaded): boolean =>
  type === 'script' && body.length > 150_000 && body.includes('candle_pane')

const summed = (loaded: readonly Loaded[]) => ({
  raw: loaded.reduce((sum, { body }) => sum + body.length, 0),
  gzip: loaded.reduce((sum, { body }) => sum + gzipSync(body, { level: 9 }).length, 0),
})

/**
 * Records when a canvas of the chart first shows the colour of a rising or falling candle; grid and axes come earlier.
 * Checked in the page on every frame, so that nothing requested later is counted.
 */
const noteFirstCandle = `{
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
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    const colours = coloured()
    return new Uint32Array(data.buffer).some((pixel) => colours.includes(pixel))
  })
  const look = (frameAt) => {
    if (isDrawn()) window.firstCandleAt = frameAt
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}`

/** Resources requested until the first candle, or null while there is none. */
const requestedUntilCandle = `window.firstCandleAt === undefined ? null : performance
  .getEntriesByType('resource')
  .filter(({ startTime }) => startTime <= window.firstCandleAt)
  .map(({ name }) => name)`

/** Opens the trade screen as a first-time visitor and sums the bytes loaded until the first candle. */
export const visitTradeScreen = async (origin: string): Promise<FirstLoadStats> => {
  const browser = await chromium.launch({
    executablePath: env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromiumSandbox: getuid?.() !== 0,
    args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const arriving = new Map<string, Promise<Loaded | null>>()
    page.on('response', (response) => {
      const type = response.request().resourceType()
      const loaded = response.body().then(
        (body): Loaded => ({ url: response.url(), type, body }),
        // A redirect has no body.
        () => null,
      )
      arriving.set(response.url(), loaded)
    })
    await page.addInitScript({ content: noteFirstCandle })
    const begun = performance.now()
    await page.goto(`${origin}/contract`)
    /** Polls the page, because its content security policy forbids waits that evaluate text inside it. */
    const until = async <T>(look: () => Promise<T | null>, missing: string): Promise<T> => {
      while (performance.now() - begun < maxMs) {
        const seen = await look()
        if (seen !== null) return seen
        await wait(20)
      }
      throw new Error(`${missing} within 30 s`)
    }
    const requested = await until(
      () => page.evaluate<string[] | null>(requestedUntilCandle),
      'no candle was drawn',
    )
    const afterMs = await page.evaluate<number>('window.firstCandleAt')
    const needed = [page.url(), ...requested]
    const loaded = await until(async () => {
      const bodies = await Promise.all(needed.map((url) => arriving.get(url) ?? null))
      return bodies.every((one) => one !== null) ? bodies : null
    }, 'not everything requested arrived')
    const isFont = ({ type }: Loaded) => type === 'font'
    const isAnswer = ({ type }: Loaded) => type === 'fetch'
    const chart = summed(loaded.filter(isChartLibrary))
    if (chart.raw === 0) throw new Error('the chart library was not among the loaded files')
    const rest = summed(loaded.filter((one) => !isFont(one) && !isAnswer(one) && !isChartLibrary(one)))
    return {
      ...rest,
      answersRaw: summed(loaded.filter(isAnswer)).raw,
      chartRaw: chart.raw,
      chartGzip: chart.gzip,
      fontsRaw: summed(loaded.filter(isFont)).raw,
      afterMs,
    }
  } finally {
    await browser.close()
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} kB`

/** Row 9 as text: what is loaded, and what a visitor with a slow phone waits for. */
export const formatFirstLoad = (
  load: FirstLoadStats,
  phone: SlowPhoneStats,
  interactions: InteractionStats,
): Measurement => ({
  figures: [
    `${kilobytes(load.raw)} raw, ${kilobytes(load.gzip)} gzip, first candle after ${seconds(load.afterMs)}`,
    `on a slow phone after ${seconds(phone.firstCandleMs)} (${phone.visitsMs.map(seconds).join(', ')})`,
    `${interactions.count} taps and keys there: median ${Math.round(interactions.medianMs)} ms, worst ${Math.round(interactions.worstMs)} ms at ${interactions.updatesPerSecond} updates a second`,
  ].join('; '),
  held:
    load.raw <= 390_000 && load.gzip <= 128_000 && phone.firstCandleMs <= 2500 && interactions.worstMs <= 200,
  remark: `without the chart library (${kilobytes(load.chartRaw)} raw, ${kilobytes(load.chartGzip)} gzip), fonts (${kilobytes(load.fontsRaw)}) and the server's answers (${kilobytes(load.answersRaw)}); the slow phone has a CPU four times slower than this machine, and 1.6 Mbit/s for the first candle`,
})
