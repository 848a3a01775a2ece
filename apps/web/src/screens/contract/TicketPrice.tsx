import { type BestPrices, fillPrice } from '@glasshouse/core/contracts/rules'
import { priceScale } from '@glasshouse/core/money/units'
import { Field } from '@glasshouse/ui/Field'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { formatFixed, useFormatters } from '../../components/formatters.ts'
import { NumberField } from '../../components/NumberField.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { TicketView } from './ticket.ts'
import type { Draft } from './useOrderDraft.ts'

/** Market or fixed price; a fixed price begins with the one of now. */
export function ModeTabs({ draft, best, scale }: { draft: Draft; best: BestPrices | null; scale: number }) {
  const { t } = useTranslation('contract')
  return (
    <SegmentedControl
      label={t('ticket.mode')}
      look="underline"
      options={[
        { value: 'market', label: t('ticket.market') },
        { value: 'fixed', label: t('ticket.fixed') },
      ]}
      value={draft.mode}
      onChange={(mode) => {
        draft.setMode(mode)
        if (mode === 'fixed' && draft.priceText === '' && best)
          draft.setPrice(formatFixed(fillPrice(draft.direction, best), priceScale, scale, 'truncate'))
      }}
    />
  )
}

/** The price of the order: the market's, or a field for a fixed one with a hint when that would fill at once. */
export function PriceField({
  draft,
  view,
  scale,
  messageId,
}: {
  draft: Draft
  view: TicketView
  scale: number
  /** Where what is to say about the price is said, when not under the field. */
  messageId?: string
}) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const { price } = view
  if (draft.mode === 'market')
    return (
      <Field
        layout="inside"
        label={t('ticket.price')}
        unit="USDT"
        readOnly
        value={price === null ? '—' : figures.price(price, scale)}
      />
    )
  const fillsNow = price !== null && !view.rests
  return (
    <NumberField
      layout="inside"
      label={t('ticket.fixedPrice')}
      unit="USDT"
      value={draft.priceText}
      onChange={draft.setPrice}
      error={draft.priceText.trim() !== '' && price === null ? t('ticket.wrongPrice') : undefined}
      errorAt={messageId}
      note={fillsNow && !messageId ? t('ticket.fillsNow', { price: figures.price(price, scale) }) : undefined}
    />
  )
}
