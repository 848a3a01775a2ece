import type { MarketRow } from '@glasshouse/core/markets/wire'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { pointOf } from '../../../parts/chart/bars.ts'
import type { Own } from '../../../parts/chart/own.ts'
import { useFigures } from '../../../parts/figures.ts'
import { readLots } from '../ticket.ts'
import type { Draft } from '../useDraft.ts'
import { draftedPrice } from './draftedPrice.ts'

/** The trader's own lines with one more for the fixed price that is being typed: it moves with every digit. */
export const useDraftLine = (own: Own, draft: Draft, market: MarketRow): Own => {
  const { t } = useTranslation('trade')
  const { t: tContract } = useTranslation('contract')
  const figures = useFigures()
  const { mode, priceText, direction, lotsText } = draft
  return useMemo(() => {
    const typed = draftedPrice({ mode, priceText }, market.scale)
    if (typed === null) return own
    const lots = readLots(lotsText)
    const side = tContract(direction === 'buy' ? 'ticket.buyVerb' : 'ticket.sellVerb')
    const line = {
      id: 'draft',
      kind: 'order' as const,
      value: pointOf(typed),
      tag: t('newOrder', { side, n: lots === null ? '' : figures.whole(lots) }).trimEnd(),
      axis: figures.price(typed, market.scale),
    }
    return { ...own, lines: [...own.lines, line] }
  }, [own, mode, priceText, direction, lotsText, market.scale, t, tContract, figures])
}
