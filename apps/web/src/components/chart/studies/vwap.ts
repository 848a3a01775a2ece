import type { IndicatorTemplate, KLineData } from 'klinecharts'

type Vwap = { readonly vwap?: number }

/**
 * Volume-weighted average price of the last `length` candles at each candle: typical prices (high + low + close) / 3,
 * weighted with the volume. Missing before the first `length` candles and where nothing was traded.
 *
 * @example vwapOf([{ high: 2, low: 1, close: 3, volume: 5 }], 1) // [{ vwap: 2 }]
 */
export const vwapOf = (
  bars: readonly Pick<KLineData, 'high' | 'low' | 'close' | 'volume'>[],
  length: number,
): Vwap[] => {
  let value = 0
  let volume = 0
  const add = (bar: (typeof bars)[number] | undefined, sign: 1 | -1): void => {
    const own = sign * (bar?.volume ?? 0)
    volume += own
    value += own * (((bar?.high ?? 0) + (bar?.low ?? 0) + (bar?.close ?? 0)) / 3)
  }
  return bars.map((bar, index) => {
    add(bar, 1)
    if (index >= length) add(bars[index - length], -1)
    return index + 1 < length || volume <= 0 ? {} : { vwap: value / volume }
  })
}

/** Indicator of the chart library; its parameter is the number of candles. */
export const vwap: IndicatorTemplate<Vwap, number> = {
  name: 'VWAP',
  shortName: 'VWAP',
  series: 'price',
  calcParams: [60],
  shouldOhlc: false,
  figures: [{ key: 'vwap', title: 'VWAP: ', type: 'line' }],
  calc: (bars, { calcParams: [length = 1] }) => vwapOf(bars, length),
}
