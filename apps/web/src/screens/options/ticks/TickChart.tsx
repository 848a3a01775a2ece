import type { Market } from '@glasshouse/core/markets/codec'
import type { OptionOrder } from '@glasshouse/core/options/codec'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { formatPriceAt, priceToPoint } from '../../../components/chart/bars.ts'
import type { OrderMarks } from '../../../components/chart/orderMarks.ts'
import { useFormatters } from '../../../components/formatters.ts'
import { useQuote } from '../../../data/quotes.ts'
import { type PriceTick, useTicks } from '../../../data/ticks.ts'
import { useServerNow } from '../../../data/time.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { type TimeRange, ticksWithin, timeLabels, timeRange, valueLabels, valueRange } from './geometry.ts'
import { type Projection, RunningShape, SettledShape } from './OptionShapes.tsx'
import { RunningOption } from './RunningOption.tsx'
import styles from './TickChart.module.css'

/** Width of the price axis and height of the time axis, in pixels. */
const axisWidth = 72
const axisHeight = 22

type Size = { readonly width: number; readonly height: number }

const useSize = (element: RefObject<HTMLElement | null>): Size => {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const host = element.current
    if (host === null) return
    const measure = (): void => setSize({ width: host.clientWidth, height: host.clientHeight })
    const sizes = new ResizeObserver(measure)
    sizes.observe(host)
    measure()
    return () => sizes.disconnect()
  }, [element])
  return size
}

/** Line through the ticks; each price holds until the next tick, and the last one until now. */
const linePath = (ticks: readonly PriceTick[], at: Projection, now: number): string => {
  let path = ''
  for (const { time, price } of ticks) {
    const y = at.y(priceToPoint(price)).toFixed(1)
    path += path === '' ? `M${at.x(time).toFixed(1)} ${y}` : `L${at.x(time).toFixed(1)} ${y}`
  }
  return path === '' ? '' : `${path}H${at.x(now).toFixed(1)}`
}

function Axes({
  at,
  range,
  market,
}: {
  at: Projection & { labels: readonly number[] }
  range: TimeRange
  market: Market
}) {
  const figures = useFormatters()
  return (
    <g className={styles.axes}>
      {at.labels.map((value) => (
        <g key={value}>
          <path d={`M0 ${at.y(value)}H${at.width}`} />
          <text x={at.width + 6} y={at.y(value) + 4}>
            {figures.plain(formatPriceAt(value, market.scale))}
          </text>
        </g>
      ))}
      {timeLabels(range, at.width, 84).map((instant) => (
        <g key={instant}>
          <path d={`M${at.x(instant)} 0V${at.height}`} />
          <text x={at.x(instant)} y={at.height + 15} textAnchor="middle">
            {figures.time(instant)}
          </text>
        </g>
      ))}
    </g>
  )
}

/** Price of the newest tick: its point, a line across, and its tag on the axis. */
function LastTick({
  tick,
  at,
  now,
  market,
}: {
  tick: PriceTick
  at: Projection
  now: number
  market: Market
}) {
  const figures = useFormatters()
  const { state, value } = useQuote(market.symbol)
  const y = at.y(priceToPoint(tick.price))
  const look = state === 'live' ? styles[value?.direction ?? 'none'] : styles.still
  return (
    <g className={look}>
      <path className={styles.lastLine} d={`M0 ${y}H${at.width}`} />
      <circle className={styles.lastDot} cx={at.x(now)} cy={y} r={4} />
      <rect className={styles.lastTag} x={at.width} y={y - 9} width={axisWidth} height={18} />
      <text className={styles.lastText} x={at.width + 6} y={y + 4}>
        {figures.price(tick.price, market.scale)}
      </text>
    </g>
  )
}

/**
 * Chart of single trades for short options: the running option with barrier, halves, countdown and expiry over a third
 * of the width, and settled ones with entry, settlement and result. Every point is a tick of the product's log.
 */
export default function TickChart({
  market,
  own,
  running,
}: {
  market: Market
  own: OrderMarks
  /** The selected open option of this market. */
  running: OptionOrder | undefined
}) {
  const { t } = useTranslation('chart')
  const host = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(host)
  const ticks = useTicks(market.pid, market.symbol)
  const now = useServerNow(100)
  const selected = own.windows.find(({ inFocus }) => inFocus)
  const range = timeRange(selected ?? null, now)
  const shown = ticksWithin(ticks ?? [], range)
  const settled = own.windows.filter(({ settled, to, from }) => settled && to > range.from && from < range.to)
  const values = [
    ...shown.map(({ price }) => priceToPoint(price)),
    ...(selected ? [selected.value] : []),
    ...settled.flatMap(({ value, settled }) => [value, settled?.value ?? value]),
  ]
  const scale = valueRange(values, 4 / 10 ** market.scale)
  const box = { width: Math.max(1, width - axisWidth), height: Math.max(1, height - axisHeight) }
  const last = shown.at(-1)
  const at: Projection | null = scale && {
    ...box,
    x: (instant) => ((instant - range.from) / (range.to - range.from)) * box.width,
    y: (value) => (1 - (value - scale.low) / (scale.high - scale.low)) * box.height,
  }
  const line = at && linePath(shown, at, now)
  return (
    <div ref={host} className={styles.chart}>
      {at === null || scale === null || width === 0 ? (
        <Skeleton width="100%" height={160} />
      ) : (
        <svg width={width} height={height} role="img" aria-label={t('ticksOf', { symbol: market.symbol })}>
          <Axes at={{ ...at, labels: valueLabels(scale, box.height, 46) }} range={range} market={market} />
          <svg width={box.width} height={box.height} aria-hidden="true">
            {selected && <RunningShape option={selected} at={at} />}
            {line && last && (
              <>
                <path
                  className={styles.area}
                  d={`${line}V${box.height}H${at.x(shown[0]?.time ?? now).toFixed(1)}Z`}
                />
                <path className={styles.line} d={line} />
              </>
            )}
            {settled.map((option) => (
              <SettledShape
                key={option.id}
                option={option}
                fill={own.fills.find(({ id }) => id === option.id.replace('option-', 'settled-'))}
                at={at}
              />
            ))}
          </svg>
          {last && <LastTick tick={last} at={at} now={now} market={market} />}
        </svg>
      )}
      {running && <RunningOption order={running} market={market} tag={selected?.tag ?? ''} />}
    </div>
  )
}
