import type { Market } from '@glasshouse/core/markets/codec'
import type { DescriptionItem } from '@glasshouse/ui/DescriptionList'
import { Costs } from '../../../components/contract/ticket/Costs.tsx'
import type { TicketView, TradingAccount } from '../../../components/contract/ticket/ticket.ts'
import { formatWorstLoss } from '../../../components/contract/ticket/worstLoss.ts'
import { useFormatters } from '../../../components/formatters.ts'
import { roundTowardsMarket } from '../../../components/market/market.ts'
import { Disclosure } from '../../../components/market/phone/Disclosure.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from './PhoneTicket.module.css'

type SummaryProps = {
  view: TicketView
  market: Market
  leverage: number
  holder: TradingAccount | null
}

/** Margin, fee, liquidation price and maximum loss: the four figures on the sheet, under short names. */
const useFour = ({ view, market, holder }: SummaryProps): readonly DescriptionItem[] => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const { costs, price } = view
  const liquidation =
    !costs?.affordable || price === null ? (
      '—'
    ) : costs.liquidationPrice === null ? (
      t('ticket.noLiquidation')
    ) : (
      <span className={styles.amber}>
        {figures.price(
          costs.liquidationPrice,
          market.scale,
          roundTowardsMarket(costs.liquidationPrice, price),
        )}
      </span>
    )
  return [
    { id: 'margin', label: t('ticket.margin'), value: costs ? figures.own(costs.margin) : '—' },
    { id: 'fee', label: t('ticket.brief.fee'), value: costs ? figures.charge(costs.fee) : '—' },
    { id: 'liquidation', label: t('ticket.brief.liquidation'), value: liquidation },
    {
      id: 'worst',
      label: t('ticket.brief.worst'),
      value:
        costs?.worst == null ? '—' : formatWorstLoss(figures, costs.worst, holder?.account.balance ?? null),
    },
  ]
}

/** Costs of the order; a tap expands the calculations. */
export function PhoneOrderSummary(props: SummaryProps) {
  return (
    <Disclosure figures={useFour(props)} columns={2}>
      <Costs {...props} />
    </Disclosure>
  )
}
