import type { Market } from '@glasshouse/core/markets/codec'
import type { Trade } from '@glasshouse/core/performance/codec'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import type { Column } from '@glasshouse/ui/Table'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { priceDirection } from '../../components/market/market.ts'
import { Product, TwoLineCell } from '../../components/market/orders/cells.tsx'
import { useTradeSide } from '../../components/useTradeSide.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'

/** Texts of a closed trade. */
export const useTradeWords = () => {
  const { t } = useTranslation('transaction')
  return {
    side: useTradeSide(),
    ending: ({ ending }: Trade): string => t(`ending.${ending}`),
    held: ({ openedMs, closedMs }: Trade): string => {
      const seconds = Math.max(0, Math.floor((closedMs - openedMs) / 1000))
      const [minutes, hours, days] = [
        Math.floor(seconds / 60),
        Math.floor(seconds / 3600),
        Math.floor(seconds / 86_400),
      ]
      if (days > 0) return t('held.days', { d: days, h: hours % 24 })
      if (hours > 0) return t('held.hours', { h: hours, m: minutes % 60 })
      return minutes > 0
        ? t('held.minutes', { m: minutes, s: seconds % 60 })
        : t('held.seconds', { s: seconds })
    },
  }
}

/** Columns of the list; `open` is the button that shows the details of a trade. */
export const useTradeColumns = (
  markets: readonly Market[],
  open: (trade: Trade) => ReactNode,
): readonly Column<Trade>[] => {
  const { t } = useTranslation('transaction')
  const figures = useFormatters()
  const words = useTradeWords()
  const [, navigate] = useLocation()
  const price = (trade: Trade, units: bigint | null): string =>
    units === null ? '—' : figures.price(units, markets.find(({ pid }) => pid === trade.pid)?.scale ?? 2)
  const right = 'right' as const
  return [
    {
      id: 'market',
      head: t('head.market'),
      cell: (trade) => (
        <Product
          code={trade.symbol}
          title={t('head.chart', { symbol: trade.symbol })}
          onPress={() =>
            navigate(paths[trade.kind === 'contract' ? 'contract' : 'quotes']({ symbol: trade.symbol }))
          }
          second={
            <PriceChange direction={trade.side === 'long' || trade.side === 'call' ? 'up' : 'down'}>
              {words.side(trade)}
            </PriceChange>
          }
        />
      ),
    },
    {
      id: 'size',
      head: t('head.size'),
      align: right,
      cell: ({ lots, stake, kind }) => (
        <TwoLineCell
          first={lots === null ? figures.amount(stake ?? 0n, 'floor') : figures.whole(lots)}
          second={t(kind === 'contract' ? 'head.lots' : 'head.stake')}
        />
      ),
    },
    {
      id: 'prices',
      head: t('head.prices'),
      align: right,
      cell: (trade) => (
        <TwoLineCell first={price(trade, trade.openPrice)} second={price(trade, trade.closePrice)} />
      ),
    },
    {
      id: 'pnl',
      head: t('head.pnl'),
      align: right,
      cell: ({ pnl }) => (
        <PriceChange direction={priceDirection(pnl)} arrow={false}>
          <b>{figures.amount(pnl, 'floor', 8, 'always')}</b>
        </PriceChange>
      ),
    },
    {
      id: 'fees',
      head: t('head.fees'),
      align: right,
      cell: ({ fees }) => figures.amount(fees, 'ceil', 8),
    },
    {
      id: 'ending',
      head: t('head.ending'),
      cell: (trade) => <TwoLineCell first={words.ending(trade)} second={trade.ai && t('ai')} />,
    },
    { id: 'held', head: t('head.held'), align: right, cell: words.held },
    {
      id: 'closed',
      head: t('head.closed'),
      align: right,
      cell: ({ closedMs }) => <TwoLineCell first={figures.day(closedMs)} second={figures.time(closedMs)} />,
    },
    {
      id: 'open',
      head: <span className="sr-only">{t('head.details')}</span>,
      align: right,
      bone: 0,
      cell: open,
    },
  ]
}
