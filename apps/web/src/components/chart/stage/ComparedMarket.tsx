import type { Market } from '@glasshouse/core/markets/codec'
import type { ChartInterval } from '@glasshouse/core/markets/intervals'
import type { CandleRow } from '@glasshouse/core/markets/wire'
import { registerIndicator } from 'klinecharts'
import { useEffect, useState } from 'react'
import { candleFeed } from '../../../data/candles.ts'
import { useFormatters } from '../../formatters.ts'
import { barOf } from '../bars.ts'
import type { Canvas } from '../chartCanvas.ts'
import { compare, visibleComparison } from '../studies/compare.ts'
import { pageTokens } from '../styles.ts'
import { belowPrices } from './belowPrices.ts'
import styles from './Stage.module.css'

registerIndicator(compare)

const pageSize = 500

/** Loads the candles of the compared market as far back as the chart shows its own, and follows the current one. */
const load = (canvas: Canvas, { pid, symbol }: Market, interval: ChartInterval, onChange: () => void) => {
  const feed = candleFeed(pid, symbol, interval)
  const closes = new Map<number, number>()
  let oldest: number | null = null
  let isLoading = false
  const put = (row: CandleRow): void => {
    const { timestamp, close } = barOf(row)
    closes.set(timestamp, close)
  }
  const fetchOlder = async (): Promise<void> => {
    const { from } = canvas.chart.getVisibleRange()
    const first = canvas.chart.getDataList()[Math.max(0, from)]?.timestamp
    if (isLoading || (oldest !== null && (first === undefined || first >= oldest * 1000))) return
    isLoading = true
    const rows = await (oldest === null ? feed.newest(pageSize) : feed.before(oldest, pageSize)).catch(
      () => [],
    )
    isLoading = false
    for (const row of rows) put(row)
    // Without earlier candles there is nothing more to ask for.
    oldest = rows[0]?.time ?? 0
    onChange()
  }
  const look = (): void => void fetchOlder()
  canvas.chart.subscribeAction('onVisibleRangeChange', look)
  const stopFollowing = feed.follow((row) => {
    put(row)
    onChange()
  })
  look()
  const stop = (): void => {
    stopFollowing()
    canvas.chart.unsubscribeAction('onVisibleRangeChange', look)
  }
  return { closes, stop }
}

/** Line of another market from the left edge of the chart on, and its change since there. */
export function ComparedMarket({
  canvas,
  market,
  interval,
}: {
  canvas: Canvas
  market: Market
  interval: ChartInterval
}) {
  const figures = useFormatters()
  const [change, setChange] = useState<number | null>(null)
  useEffect(() => {
    const { chart, pricePane } = canvas
    let frame = 0
    let bounds = { minValue: 0, maxValue: 0 }
    const redraw = (): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const line = visibleComparison(chart, compared.closes)
        setChange(line.at(-1)?.change ?? null)
        const values = line.map(({ value }) => value)
        const [minValue, maxValue] = [Math.min(...values), Math.max(...values)]
        // The axis makes room for the line. Setting it announces a new range again, so only a change is set.
        if (line.length === 0 || (bounds.minValue === minValue && bounds.maxValue === maxValue)) return
        bounds = { minValue, maxValue }
        chart.overrideIndicator({ name: compare.name, ...bounds })
      })
    }
    const compared = load(canvas, market, interval, redraw)
    chart.createIndicator(
      {
        name: compare.name,
        paneId: pricePane,
        extendData: () => ({ symbol: market.symbol, closes: compared.closes, colour: pageTokens()('brand') }),
      },
      true,
    )
    chart.subscribeAction('onVisibleRangeChange', redraw)
    return () => {
      cancelAnimationFrame(frame)
      chart.unsubscribeAction('onVisibleRangeChange', redraw)
      compared.stop()
      chart.removeIndicator({ name: compare.name })
    }
  }, [canvas, market, interval])
  return (
    <span className={styles.compared} style={{ top: belowPrices(canvas) - 28 }} aria-hidden="true">
      {market.symbol} {change === null ? '' : figures.percent(BigInt(Math.round(change * 10_000)), 'always')}
    </span>
  )
}
