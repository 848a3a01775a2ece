import { closingPrice, unrealizedPnl } from '@glasshouse/core/contracts/rules'
import { trailingTrigger } from '@glasshouse/core/contracts/trailingStop'
import {
  formatDecimal,
  formatPrice,
  type Price,
  parseDecimal,
  priceScale,
  priceStep,
} from '@glasshouse/core/money/units'
import { Calculation } from '@glasshouse/ui/Calculation'
import type { DescriptionItem } from '@glasshouse/ui/DescriptionList'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { useState } from 'react'
import { useBook } from '../../../data/book.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormatters } from '../../formatters.ts'
import { priceDirection, roundTowardsMarket } from '../../market/market.ts'
import { NumberField } from '../../NumberField.tsx'
import { liveBestPrices } from '../account.ts'
import type { CellProps } from '../cells.tsx'
import { toOpenPosition } from '../positions.ts'
import ticketStyles from '../ticket/Ticket.module.css'
import { trailingView } from '../trailing.ts'
import { distanceText, readTrailing, type TrailingUnit, trailingToSend } from '../trailingDraft.ts'
import styles from './CloseDialog.module.css'

/** The distance of a trailing stop as typed, judged by the rule of the server; what would be sent is undefined where it stays. */
export const useTrailingDraft = ({ order, market }: CellProps) => {
  const set = order.trailing?.distance ?? null
  const [unit, setUnit] = useState<TrailingUnit>(set?.kind ?? 'percent')
  const [text, setText] = useState(set === null ? '' : distanceText(set))
  const best = liveBestPrices(useBook(market.pid, market.symbol))
  const now = best === null ? order.currentPrice : closingPrice(order.side, best)
  const draft = readTrailing(text, unit, now, market.scale)
  const toSend = order.state === 'open' ? trailingToSend(draft, set) : undefined
  const chooseUnit = (next: TrailingUnit): void => {
    setUnit(next)
    setText('')
  }
  return {
    ...{ unit, chooseUnit, text, setText, now, draft, toSend },
    isFine: draft.kind === 'none' || draft.kind === 'distance',
  }
}

export type TrailingDraftState = ReturnType<typeof useTrailingDraft>

/** Distance of the trailing stop of a position, in percent or USDT. */
export function TrailingField({ market, state }: Pick<CellProps, 'market'> & { state: TrailingDraftState }) {
  const { t } = useTranslation('contract')
  const { unit, chooseUnit, text, setText, draft } = state
  const stepped = (by: number): string => {
    const isPercent = unit === 'percent'
    const step = isPercent ? 10n : priceStep(market.scale)
    const next = (parseDecimal(text.trim(), isPercent ? 2 : priceScale) ?? 0n) + step * BigInt(by)
    return next <= 0n ? '' : isPercent ? formatDecimal(next, 2) : formatPrice(next)
  }
  const error =
    draft.kind === 'wrong'
      ? t('stops.notAmount')
      : draft.kind === 'range'
        ? t('closePosition.lotsLimits', { min: draft.min, max: draft.max })
        : undefined
  return (
    <section className={styles.lots} aria-label={t('trailing.label')}>
      <div className={ticketStyles.stopsHead}>
        <span>{t('trailing.label')}</span>
        <SegmentedControl
          label={t('trailing.unit')}
          look="chips"
          className={ticketStyles.units}
          options={[
            { value: 'percent', label: '%' },
            { value: 'price', label: 'USDT' },
          ]}
          value={unit}
          onChange={chooseUnit}
        />
      </div>
      <NumberField
        layout="inside"
        label={t('trailing.distance')}
        unit={unit === 'percent' ? '%' : 'USDT'}
        placeholder="—"
        value={text}
        onChange={setText}
        onStep={(by) => setText(stepped(by))}
        error={error}
      />
      <p className={styles.hint}>{t('trailing.text')}</p>
    </section>
  )
}

/** Trigger price of the distance as typed, and the profit or loss there; a distance that is new starts at the price now. */
export const useTrailingItem = (
  { order, market }: CellProps,
  { draft, toSend, now }: TrailingDraftState,
): DescriptionItem => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const label = t('trailing.trigger')
  if (draft.kind !== 'distance')
    return { id: 'trailing', label, value: '—', working: <Calculation sum={t('stops.none')} /> }
  const { distance } = draft
  const best = toSend === undefined ? (trailingView(order, now)?.best ?? now) : now
  const trigger = trailingTrigger(order.side, distance, best)
  const profit = unrealizedPnl(toOpenPosition(order, market.lot), trigger)
  const price = (at: Price): string => figures.price(at, market.scale, roundTowardsMarket(at, now))
  const far = distance.kind === 'percent' ? figures.percent(distance.hundredths) : price(distance.by)
  return {
    id: 'trailing',
    label,
    value: (
      <>
        {price(trigger)}{' '}
        <PriceChange direction={priceDirection(profit)} arrow={false}>
          {figures.amount(profit, 'floor', 2, 'always')}
        </PriceChange>
      </>
    ),
    working: <Calculation sum={`${price(best)} ${order.side === 'long' ? '−' : '+'} ${far}`} />,
  }
}
