import type { Market } from '@glasshouse/core/markets/codec'
import { Calculation } from '@glasshouse/ui/Calculation'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormatters } from '../../formatters.ts'
import { roundTowardsMarket } from '../../market/market.ts'
import { useFeeParts } from '../../market/orderLabels.ts'
import styles from './Ticket.module.css'
import type { TicketCosts, TicketView, TradingAccount } from './ticket.ts'
import { formatWorstLoss } from './worstLoss.ts'

function Cost({
  label,
  value,
  amber = false,
  working,
}: {
  label: string
  value: ReactNode
  amber?: boolean
  working?: ReactNode
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={amber ? styles.amber : undefined}>{value}</dd>
      {working !== undefined && <dd className={styles.working}>{working}</dd>}
    </div>
  )
}

const unknown = <span className={styles.quiet}>—</span>

/** Opening fee, its calculation, and the part paid by bonus credit. */
function FeeCost({ costs, market }: { costs: TicketCosts; market: Market }) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const paidBy = useFeeParts()(costs.fee, costs.feeFromBonus)
  const rate = figures.feeRate(market.feeRatePpm)
  return (
    <Cost
      label={t('ticket.fee')}
      value={figures.charge(costs.fee)}
      working={
        <>
          <Calculation
            sum={t('ticket.feeWorking', { working: `${figures.amount(costs.notional, 'ceil')} × ${rate}` })}
          />
          {paidBy !== null && <span className={styles.paidBy}>{paidBy}</span>}
        </>
      }
    />
  )
}

/** Cost, margin and maximum loss of an order. Always visible; updated during input. */
export function Costs({
  view,
  market,
  leverage,
  holder,
}: {
  view: TicketView
  market: Market
  leverage: number
  holder: TradingAccount | null
}) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const { costs } = view
  if (!costs || view.price === null)
    return (
      <dl className={styles.costs}>
        <Cost label={t('ticket.value')} value={unknown} />
        <Cost label={t('ticket.margin')} value={unknown} working="" />
        <Cost label={t('ticket.fee')} value={unknown} working="" />
        <Cost label={t('ticket.liquidation')} value={unknown} />
        <Cost label={t('ticket.lossThere')} value={unknown} />
        <Cost label={t('ticket.worst')} value={unknown} working="" />
      </dl>
    )
  const coins = figures.plain(figures.trimmed(costs.quantity))
  const balance = holder?.account.balance ?? null
  const worstIsAll = costs.worst !== null && costs.worst === balance
  const liquidation =
    costs.liquidationPrice === null ? (
      <span className={styles.quiet}>{t('ticket.noLiquidation')}</span>
    ) : (
      figures.price(
        costs.liquidationPrice,
        market.scale,
        roundTowardsMarket(costs.liquidationPrice, view.price),
      )
    )
  return (
    <dl className={styles.costs}>
      <Cost label={t('ticket.value')} value={figures.amount(costs.notional, 'ceil')} />
      <Cost
        label={t('ticket.margin')}
        value={figures.own(costs.margin)}
        working={
          <Calculation
            sum={`${coins} × ${figures.price(view.price, market.scale)} ÷ ${figures.whole(leverage)}`}
          />
        }
      />
      <FeeCost costs={costs} market={market} />
      <Cost
        label={t('ticket.liquidation')}
        value={costs.affordable ? liquidation : unknown}
        amber={costs.liquidationPrice !== null}
      />
      <Cost
        label={t('ticket.lossThere')}
        value={costs.lossThere === null ? unknown : figures.own(-costs.lossThere)}
      />
      <Cost
        label={t('ticket.worst')}
        value={costs.worst === null ? unknown : formatWorstLoss(figures, costs.worst, balance)}
        working={costs.worst === null ? '' : worstIsAll ? t('ticket.worstText') : t('ticket.worstSome')}
      />
    </dl>
  )
}
