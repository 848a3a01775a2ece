import type { MarketRow } from '@glasshouse/core/markets/wire'
import type { FactItem } from '@glasshouse/ui/Facts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFigures } from '../../../components/formatters.ts'
import { towards } from '../../../components/market/market.ts'
import { Unfold } from '../../../components/market/phone/Unfold.tsx'
import { Costs } from '../OrderSummary.tsx'
import type { Holder, TicketView } from '../ticket.ts'
import styles from './PhoneTicket.module.css'

type Asked = { view: TicketView; market: MarketRow; leverage: number; holder: Holder | null }

/** Margin, fee, close-out price and worst loss: the four that stay on the sheet. */
const useFour = ({ view, market, holder }: Asked): readonly FactItem[] => {
  const { t } = useTranslation('contract')
  const { t: tTrade } = useTranslation('trade')
  const figures = useFigures()
  const { costs, price } = view
  const free = holder && figures.amount(holder.account.available, 'floor')
  const closeOut =
    !costs?.affordable || price === null ? (
      '—'
    ) : costs.closeOut === null ? (
      t('ticket.noCloseOut')
    ) : (
      <span className={styles.amber}>
        {figures.price(costs.closeOut, market.scale, towards(costs.closeOut, price))}
      </span>
    )
  return [
    {
      id: 'margin',
      label: (
        <>
          {t('ticket.margin')}{' '}
          {free && <span className={styles.free}>{tTrade('free', { amount: free })}</span>}
        </>
      ),
      value: costs ? figures.own(costs.margin) : '—',
    },
    { id: 'fee', label: t('ticket.fee'), value: costs ? figures.charge(costs.fee) : '—' },
    { id: 'closeOut', label: t('ticket.closeOut'), value: closeOut },
    {
      id: 'worst',
      label: t('ticket.worst'),
      value: costs?.worst == null ? '—' : figures.own(-costs.worst),
    },
  ]
}

/** What the order will cost; a touch shows how each figure is worked out. */
export function PhoneCosts(asked: Asked) {
  return (
    <Unfold figures={useFour(asked)}>
      <Costs {...asked} />
    </Unfold>
  )
}
