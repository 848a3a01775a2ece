import type { Market } from '@glasshouse/core/markets/codec'
import { type Price, price } from '@glasshouse/core/money/units'
import { useMemo } from 'react'
import { priceToPoint } from '../../../components/chart/bars.ts'
import type { OrderMarks } from '../../../components/chart/orderMarks.ts'
import type { Draft } from '../../../components/contract/ticket/draft.ts'
import { readSize } from '../../../components/contract/ticket/size.ts'
import { useFormatters } from '../../../components/formatters.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { draftLimitPrice } from './draftLimitPrice.ts'

const noDraft = {
  mode: 'market',
  priceText: '',
  side: 'long',
  sizeText: '',
  unit: 'lots',
  setPrice: () => {},
} as const

/** Order marks with a line for the limit price in the ticket. It follows the input, and dragging it changes the input. */
export const useDraftOrderLine = (
  orderMarks: OrderMarks,
  draft: Draft | null,
  market: Market,
): OrderMarks => {
  const { t } = useTranslation('trade')
  const { t: tContract } = useTranslation('contract')
  const figures = useFormatters()
  const { mode, priceText, side, sizeText, unit, setPrice } = draft ?? noDraft
  return useMemo(() => {
    const typed = draftLimitPrice({ mode, priceText }, market.scale)
    if (typed === null) return orderMarks
    const size = readSize({ sizeText, unit, terms: market }, typed)
    const verb = tContract(side === 'long' ? 'ticket.buyVerb' : 'ticket.sellVerb')
    const tag = t('newOrder', {
      side: verb,
      n: size.kind === 'lots' ? figures.whole(size.lots) : '',
    }).trimEnd()
    const written = (at: Price) => ({ tag, axis: figures.price(at, market.scale) })
    const line = {
      id: 'draft',
      kind: 'order' as const,
      value: priceToPoint(typed),
      ...written(typed),
      drag: { at: (text: string) => written(price(text)), dropped: setPrice },
    }
    return { ...orderMarks, lines: [...orderMarks.lines, line] }
  }, [orderMarks, mode, priceText, side, sizeText, unit, setPrice, market, t, tContract, figures])
}
