import type { MarketRow } from '@glasshouse/core/markets/wire'
import { Icon } from '@glasshouse/ui/Icon'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../../../parts/figures.ts'
import { towards } from '../../../parts/market/market.ts'
import { Costs } from '../Costs.tsx'
import type { Holder, TicketView } from '../ticket.ts'
import styles from './PhoneTicket.module.css'

type Asked = { view: TicketView; market: MarketRow; leverage: number; holder: Holder | null }

/** Margin, fee, close-out price and worst loss: the four that stay on the sheet. */
function Four({ view, market, holder }: Asked) {
  const { t } = useTranslation('contract')
  const { t: tTrade } = useTranslation('trade')
  const figures = useFigures()
  const { costs, price } = view
  const free = holder && figures.amount(holder.account.available, 'floor')
  const closeOut =
    !costs || price === null || !holder
      ? '—'
      : costs.closeOut === null
        ? t('ticket.noCloseOut')
        : figures.price(costs.closeOut, market.scale, towards(costs.closeOut, price))
  const rows: readonly { id: string; label: ReactNode; value: string; amber?: boolean }[] = [
    {
      id: 'margin',
      label: (
        <>
          {t('ticket.margin')} {free && <span>{tTrade('free', { amount: free })}</span>}
        </>
      ),
      value: costs ? figures.amount(costs.margin, 'ceil') : '—',
    },
    { id: 'fee', label: t('ticket.fee'), value: costs ? figures.amount(costs.fee, 'ceil') : '—' },
    {
      id: 'closeOut',
      label: t('ticket.closeOut'),
      value: closeOut,
      amber: costs?.closeOut !== null && costs !== null,
    },
    {
      id: 'worst',
      label: t('ticket.worst'),
      value: costs?.worst == null ? '—' : figures.amount(-costs.worst, 'floor'),
    },
  ]
  return (
    <dl className={styles.four}>
      {rows.map(({ id, label, value, amber }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd className={amber ? styles.amber : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What the order will cost; a touch shows how each figure is worked out. */
export function PhoneCosts(asked: Asked) {
  const { t } = useTranslation('trade')
  const [shown, setShown] = useState(false)
  const id = useId()
  return (
    <div className={styles.costs}>
      <div id={id}>{shown ? <Costs {...asked} /> : <Four {...asked} />}</div>
      <button
        type="button"
        className={styles.workings}
        aria-label={t('working')}
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(!shown)}
      >
        <Icon name="down" size={14} />
      </button>
    </div>
  )
}
