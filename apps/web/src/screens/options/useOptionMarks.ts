import type { Market } from '@glasshouse/core/markets/codec'
import { formatUsdt } from '@glasshouse/core/money/units'
import type { OptionOrder } from '@glasshouse/core/options/codec'
import { useMemo } from 'react'
import { priceToPoint } from '../../components/chart/bars.ts'
import {
  noMarks,
  type OptionWindow,
  type OrderMarks,
  type OwnFill,
} from '../../components/chart/orderMarks.ts'
import { useFormatters } from '../../components/formatters.ts'
import { useStyle } from '../../components/market/useStyle.ts'
import type { OptionData } from '../../components/option/useOptionData.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

const results = { win: 'won', loss: 'lost', draw: 'even', void: 'even' } as const
const resultOf = ({ outcome }: OptionOrder) => results[outcome ?? 'void']

/** A void option has no settlement price; its mark is at the entry price. */
const exitOf = ({ exitPrice, entryPrice }: OptionOrder): number => priceToPoint(exitPrice ?? entryPrice)

/** The open option of a market that charts emphasize: the focused one, or the newest. */
export const selectedOption = (
  open: readonly OptionOrder[] | undefined,
  market: Market,
  focus: number | null,
): OptionOrder | undefined => {
  const here = open?.filter(({ pid }) => pid === market.pid) ?? []
  return here.find(({ id }) => id === focus) ?? here[0]
}

/** Windows of open options from entry to expiry. */
const useWindows = (market: Market) => {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const styleOf = useStyle()
  return (order: OptionOrder, inFocus: boolean): OptionWindow => {
    const entry = figures.price(order.entryPrice, market.scale)
    return {
      id: `option-${order.id}`,
      value: priceToPoint(order.entryPrice),
      from: order.openedMs,
      to: order.expiresMs,
      winsAbove: order.type === 'call',
      inFocus,
      tag: t('chart.tag', {
        style: styleOf(order.type),
        stake: figures.plain(formatUsdt(order.stake)),
        price: entry,
      }),
      axis: entry,
      expiry: figures.time(order.expiresMs),
      wins: t('chart.wins'),
      loses: t('chart.loses'),
      settled: order.outcome === null ? null : { value: exitOf(order), result: resultOf(order) },
    }
  }
}

/** Marks of settled options at their expiry, with the result. */
const useSettlements = () => {
  const figures = useFormatters()
  const styleOf = useStyle()
  return (order: OptionOrder): OwnFill => ({
    id: `settled-${order.id}`,
    value: exitOf(order),
    time: order.expiresMs,
    kind: resultOf(order),
    text: `${styleOf(order.type)} ${figures.amount(order.pnl, 'floor', 2, 'always')}`,
  })
}

/**
 * The user's options on the chart of a market: open ones, with `focus` or the newest one selected, and the newest
 * settled ones with entry, settlement and result.
 */
export const useOptionMarks = (
  { open, settled }: Pick<OptionData, 'open' | 'settled'>,
  market: Market,
  focus: number | null,
): OrderMarks => {
  const windowOf = useWindows(market)
  const settlementOf = useSettlements()
  const here = open?.filter(({ pid }) => pid === market.pid) ?? []
  const running = new Set(here.map(({ id }) => id))
  // The two lists load separately, so an option can be in both for a moment.
  const over = settled?.filter(({ pid, id }) => pid === market.pid && !running.has(id)) ?? []
  const inFocus = selectedOption(open, market, focus)
  const windows = [
    ...over.map((order) => windowOf(order, false)),
    ...here.map((order) => windowOf(order, order === inFocus)),
  ]
  const fills = over.map(settlementOf)
  const same = JSON.stringify([windows, fills])
  // biome-ignore lint/correctness/useExhaustiveDependencies: redraw only if the content changed
  return useMemo(() => ({ ...noMarks, windows, fills }), [same])
}
