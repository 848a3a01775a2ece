import {
  formatUsdt,
  type Price,
  parseDecimal,
  priceScale,
  priceStep,
  usdt,
} from '@glasshouse/core/money/units'
import type { FieldFix } from '@glasshouse/ui/Field'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { formatFixed, useFormatters } from '../../formatters.ts'
import { priceDirection } from '../../market/market.ts'
import { NumberField } from '../../NumberField.tsx'
import { readPrice, stopTextsIn, type TpSlDraft, type TpSlField, type TpSlView } from '../tpSl.ts'
import { steppedPrice } from './size.ts'
import styles from './Ticket.module.css'
import { type StopUnit, stopUnits } from './units.ts'

/** Error of a TP or SL field with an allowed value as a link; null if valid. */
export const useStopMistake = (
  { fault }: TpSlField,
  scale: number,
  onChange: (text: string) => void,
): { error: string; fix: FieldFix | undefined } | null => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  if (fault === null) return null
  if (fault.kind === 'notPrice') return { error: t('ticket.wrongPrice'), fix: undefined }
  if (fault.kind !== 'wrongSide') return { error: t(`stops.${fault.kind}`), fix: undefined }
  const { passes, rule, text } = fault
  const fix =
    passes === null
      ? undefined
      : {
          text: t('stops.take', { price: figures.price(passes, scale) }),
          onUse: () => onChange(text),
        }
  return { error: t(`stops.${rule}`), fix }
}

/** Text a number of steps away: price steps, percent points or whole USDT; blank at 0. */
const steppedText = (text: string, by: number, { unit, openPrice, scale }: TpSlDraft): string => {
  if (unit === 'price') {
    const typed = readPrice(text, scale)
    const from: Price | null = typed.kind === 'price' ? typed.price : openPrice
    return from === null
      ? text
      : formatFixed(steppedPrice(from, priceStep(scale), by), priceScale, scale, 'truncate')
  }
  const plain = text.trim().replace(/^-/, '')
  const next = (plain === '' || parseDecimal(plain, 8) === null ? 0n : usdt(plain)) + usdt(String(by))
  return next > 0n ? formatUsdt(next) : ''
}

/** Field for take profit or stop loss, with its error and an allowed value as a link. */
function StopField({
  which,
  text,
  view,
  input,
  messageId,
  onChange,
}: {
  which: 'profit' | 'loss'
  text: string
  view: TpSlView
  input: TpSlDraft
  messageId: string | undefined
  onChange: (text: string) => void
}) {
  const { t } = useTranslation('contract')
  const mistake = useStopMistake(view[which], input.scale, onChange)
  return (
    <NumberField
      className={styles.stop}
      layout="inside"
      hideLabel
      label={t(`stops.${which}`)}
      start={
        <span className={styles.short} aria-hidden="true">
          {t(which === 'profit' ? 'stops.tp' : 'stops.sl')}
        </span>
      }
      unit={input.unit === 'percent' ? '%' : undefined}
      placeholder="—"
      value={text}
      onChange={onChange}
      onStep={(by) => onChange(steppedText(text, by, input))}
      error={mistake?.error}
      fix={mistake?.fix}
      errorAt={messageId}
    />
  )
}

/** What a stop in one unit is in the two others: its price, its profit or loss before fees, and that of the margin. */
function StopResult({ stop, input }: { stop: TpSlField; input: TpSlDraft }) {
  const figures = useFormatters()
  if (stop.price === null) return <span />
  const { pnl, share } = stop
  const parts = [
    input.unit !== 'price' && figures.price(stop.price, input.scale),
    input.unit !== 'amount' && pnl !== null && figures.amount(pnl, 'floor', 2, 'always'),
    input.unit !== 'percent' && share !== null && figures.percent(share, 'always'),
  ].filter((part) => part !== false)
  const text = parts.join(' · ')
  return (
    <span title={text}>
      <PriceChange
        direction={pnl === null || stop.fault !== null ? 'flat' : priceDirection(pnl)}
        arrow={false}
      >
        {text}
      </PriceChange>
    </span>
  )
}

export type TpSlFieldsProps = {
  profitText: string
  lossText: string
  view: TpSlView
  /** What the texts are read by. */
  input: TpSlDraft
  /** Id of the element that shows the errors, if it is not below the fields. */
  messageId?: string
  onProfit: (text: string) => void
  onLoss: (text: string) => void
  /** Another unit, with both texts in it. */
  onUnit: (unit: StopUnit, texts: readonly [string, string]) => void
}

/** Take profit and stop loss side by side, as a price, percent of the margin or an amount; empty ones are not set. */
export function TpSlFields({
  profitText,
  lossText,
  view,
  input,
  messageId,
  onProfit,
  onLoss,
  onUnit,
}: TpSlFieldsProps) {
  const { t } = useTranslation('contract')
  const names = { price: t('stops.price'), percent: '%', amount: 'USDT' }
  const field = { view, input, messageId }
  return (
    <div>
      <div className={styles.stopsHead}>
        <span>{t('orders.stops')}</span>
        <SegmentedControl
          label={t('stops.unit')}
          look="chips"
          className={styles.units}
          options={stopUnits.map((unit) => ({
            value: unit,
            label: names[unit],
            ...(unit === 'percent' ? { name: t('stops.ofMargin') } : {}),
          }))}
          value={input.unit}
          onChange={(unit) => onUnit(unit, stopTextsIn(unit, input))}
        />
      </div>
      <div className={styles.stops}>
        <StopField which="profit" text={profitText} onChange={onProfit} {...field} />
        <StopField which="loss" text={lossText} onChange={onLoss} {...field} />
        <div className={styles.stopResults}>
          <StopResult stop={view.profit} input={input} />
          <StopResult stop={view.loss} input={input} />
        </div>
      </div>
    </div>
  )
}

/** Texts and unit of the stops in a dialog. */
export const useStopTexts = (profit: string, loss: string) => {
  const [texts, setTexts] = useState({ profitText: profit, lossText: loss, unit: 'price' as StopUnit })
  return {
    ...texts,
    onProfit: (profitText: string): void => setTexts({ ...texts, profitText }),
    onLoss: (lossText: string): void => setTexts({ ...texts, lossText }),
    onUnit: (unit: StopUnit, [profitText, lossText]: readonly [string, string]): void =>
      setTexts({ profitText, lossText, unit }),
  }
}
