import type { MarketRow } from '@glasshouse/core/markets/wire'
import { price } from '@glasshouse/core/money/units'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { pointOf } from '../../parts/chart/bars.ts'
import { nothingOwn, type Own, type OwnWindow } from '../../parts/chart/own.ts'
import { useFigures } from '../../parts/figures.ts'
import { useStyle } from './useStyle.ts'
import type { OptionTrader } from './useTrader.ts'

/** The trader's open options on the chart of a market; one of them, the newest unless told, in focus. */
export const useOptionOwn = (open: OptionTrader['open'], market: MarketRow, focus: number | null): Own => {
  const { t } = useTranslation('options')
  const figures = useFigures()
  const styleOf = useStyle()
  const here = open?.filter(({ pid }) => pid === market.pid) ?? []
  const inFocus = here.find(({ id }) => id === focus) ?? here[0]
  const windows = here.map((order): OwnWindow => {
    const entry = figures.priceText(order.buyprice, market.scale)
    return {
      id: `option-${order.id}`,
      value: pointOf(price(order.buyprice)),
      from: order.buytime,
      to: order.selltime,
      winsAbove: order.ostyle === 0,
      inFocus: order === inFocus,
      tag: t('chart.tag', {
        style: styleOf(order.ostyle),
        stake: figures.plain(order.fee),
        price: entry,
      }),
      axis: entry,
      expiry: figures.time(order.selltime),
      wins: t('chart.wins'),
      loses: t('chart.loses'),
    }
  })
  const same = JSON.stringify(windows)
  // biome-ignore lint/correctness/useExhaustiveDependencies: redrawn only when what is written on it changed
  return useMemo(() => ({ ...nothingOwn, windows }), [same])
}
