import { type BestPrices, fillPrice } from '@glasshouse/core/contracts/rules'
import { priceScale } from '@glasshouse/core/money/units'
import { Field } from '@glasshouse/ui/Field'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { formatFixed, useFormatters } from '../../components/formatters.ts'
import { NumberField } from '../../components/NumberField.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { TicketView } from './ticket.ts'
import type { Draft } from './useOrderDraft.ts'

/** Market or limit order; the limit price starts with the current price. */
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

/** Price of the order: the market price, or a limit price field that warns if the order would fill at once. */
export function PriceField({
  draft,
  view,
  scale,
  messageId,
}: {
  draft: Draft
  view: TicketView
  scale: number
  /** Id of the element that shows the error, if it is not below the field. */
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
