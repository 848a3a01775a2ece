import type { Market } from '@glasshouse/core/markets/codec'
import type { OptionType } from '@glasshouse/core/options/rules'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { FieldError } from '@glasshouse/ui/FieldError'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx'
import { useFormatters } from '../../../components/formatters.ts'
import { useStyle } from '../../../components/market/useStyle.ts'
import { useDuration } from '../../../components/option/useDuration.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { useOptionTicket } from './useOptionTicket.ts'

/** Confirmation of an option with its possible results. The price stays live, and the displayed price is sent. */
export default function ConfirmOption({
  box,
  type,
  market,
}: {
  box: ReturnType<typeof useOptionTicket>
  type: OptionType
  market: Market
}) {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const durationOf = useDuration()
  const style = useStyle()(type)
  const { outcome } = box.view
  const price = figures.price(box.seen, market.scale)
  const side = t(type === 'call' ? 'box.above' : 'box.below', { price })
  const amount = (units: bigint | undefined, sign: 'always' | 'negative' = 'negative'): string =>
    units === undefined ? '—' : figures.amount(units, 'floor', 4, sign)
  const refusal = box.stakeRefusal ?? box.refusal
  return (
    <ConfirmDialog
      what={`${style} ${market.symbol}`}
      act={`${style} ${side}`}
      variant={type === 'call' ? 'up' : 'down'}
      busy={box.busy && t('box.placing')}
      reason={box.reason ?? undefined}
      onConfirm={() => box.place(type)}
      onClose={box.cancel}
    >
      <DescriptionList
        items={[
          {
            id: 'side',
            label: t('orders.side'),
            value: (
              <PriceChange direction={type === 'call' ? 'up' : 'down'} arrow={false}>
                {`${style} ${side}`}
              </PriceChange>
            ),
          },
          { id: 'stake', label: t('box.amount'), value: `${amount(outcome?.stake)} USDT` },
          {
            id: 'expiry',
            label: t('box.expiry'),
            value: box.choice === null ? '—' : durationOf(box.choice.seconds),
          },
          { id: 'wins', label: t('box.ifWins'), value: amount(outcome?.win, 'always') },
          {
            id: 'loses',
            label: t('box.ifLoses'),
            value: amount(outcome ? -outcome.stake : undefined, 'always'),
          },
          { id: 'fee', label: t('box.fee'), value: amount(0n) },
          {
            id: 'breakEven',
            label: t('box.breakEven'),
            value: outcome ? figures.percent(outcome.breakEven) : '—',
          },
        ]}
      />
      {refusal && <FieldError>{refusal}</FieldError>}
    </ConfirmDialog>
  )
}
