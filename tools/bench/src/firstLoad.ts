import { env, getuid } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import type { Measured } from './row.ts'

const mostMs = 30_000

/** What a visitor's browser had loaded when the first candle was drawn, bytes. */
export type FirstLoad = {
  readonly raw: number
  /** Each file compressed by gzip -9, whatever the server chose. */
  readonly gzip: number
  readonly chartRaw: number
  readonly chartGzip: number
  readonly fontsRaw: number
  readonly afterMs: number
}

type Loaded = { readonly url: string; readonly type: string; readonly body: Buffer }

/** The chart library is told apart by the name it gives its main pane. */
const isChartLibrary = ({ type, body }: Loaded): boolean =>
  type === 'script' && body.length > 150_000 && body.includes('candle_pane')

const summed = (loaded: readonly Loaded[]) => ({
  raw: loaded.reduce((sum, { body }) => sum + body.length, 0),
  gzip: loaded.reduce((sum, { body }) => sum + gzipSync(body, { level: 9 }).length, 0),
})

/** A canvas of the chart on which something other than nothing has been painted. */
const isCandleDrawn = `[...document.querySelectorAll('main canvas')].some((canvas) => {
  if (canvas.width < 200 || canvas.height < 200) return false
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  return data.some((value) => value !== 0)
})`

/** Opens the trade screen as a first-time visitor and adds up what was loaded until the first candle. */
export const visitTradeScreen = async (origin: string): Promise<FirstLoad> => {
  const browser = await chromium.launch({
    executablePath: env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromiumSandbox: getuid?.() !== 0,
    args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const arriving: Promise<Loaded | null>[] = []
    page.on('response', (response) => {
      const type = response.request().resourceType()
      if (!['document', 'script', 'stylesheet', 'font'].includes(type)) return
      const loaded = response.body().then(
        (body): Loaded => ({ url: response.url(), type, body }),
        // A redirect has no body.
        () => null,
      )
      arriving.push(loaded)
    })
    const begun = performance.now()
    await page.goto(`${origin}/contract`)
    // The page's content policy forbids the waiting that evaluates text inside the page.
    while (!(await page.evaluate<boolean>(isCandleDrawn))) {
      if (performance.now() - begun > mostMs) throw new Error('no candle was drawn within 30 s')
      await wait(20)
    }
    const afterMs = performance.now() - begun
    const loaded = (await Promise.all(arriving)).filter((one) => one !== null)
    const isFont = ({ type }: Loaded) => type === 'font'
    const chart = summed(loaded.filter(isChartLibrary))
    if (chart.raw === 0) throw new Error('the chart library was not among what was loaded')
    const rest = summed(loaded.filter((one) => !isFont(one) && !isChartLibrary(one)))
    return {
      ...rest,
      chartRaw: chart.raw,
      chartGzip: chart.gzip,
      fontsRaw: summed(loaded.filter(isFont)).raw,
      afterMs,
    }
  } finally {
    await browser.close()
  }
}

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} kB`

/** Row 9 as it is printed. */
export const tellFirstLoad = (load: FirstLoad): Measured => ({
  figures: `${kilobytes(load.raw)} raw, ${kilobytes(load.gzip)} gzip, first candle after ${(load.afterMs / 1000).toFixed(1)} s`,
  held: load.raw <= 350_000 && load.gzip <= 120_000,
  remark: `without the chart library (${kilobytes(load.chartRaw)} raw, ${kilobytes(load.chartGzip)} gzip) and fonts (${kilobytes(load.fontsRaw)})`,
})
