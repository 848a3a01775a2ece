import { dayOf, dayStart } from '@glasshouse/core/calendar/days'
import type { Market } from '@glasshouse/core/markets/codec'
import { tradeDaysFromWire } from '@glasshouse/core/performance/codec'
import { winRate } from '@glasshouse/core/performance/rules'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import type { ReactNode } from 'react'
import type { TradingData } from '../../components/contract/tradingData.ts'
import { useAccountNow, useAccountShown } from '../../components/contract/useTradingAccount.ts'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { priceDirection } from '../../components/market/market.ts'
import { Panel } from '../../components/page/Page.tsx'
import { serverNow } from '../../data/clock.ts'
import { useDecodedCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { site } from '../../site.ts'
import { equityShown } from './equity.ts'
import { ResultCalendar } from './ResultCalendar.tsx'
import { ResultCurve } from './ResultCurve.tsx'
import styles from './Transaction.module.css'
import { type Month, monthOf } from './tradeDays.ts'

type OverviewProps = {
  wallets: readonly [TradingData, TradingData]
  markets: readonly Market[]
  month: Month
  /** Months before the current one, at most zero. */
  shift: number
  onShift: (shift: number) => void
  /** The day that the list is limited to. */
  day: string | null
  onDay: (day: string | null) => void
}

/**
 * Equity, unrealized PnL and the sums of a day and a month, above the curve and the calendar. On a phone the curve and
 * the calendar come after the positions, which are the children.
 */
export function Overview({
  wallets,
  markets,
  month,
  children,
  ...picked
}: OverviewProps & { children: ReactNode }) {
  const days = useMonth(month)
  const figures = <Figures wallets={wallets} markets={markets} month={month} days={days} />
  const pictures = <Pictures month={month} days={days} {...picked} />
  if (site === 'phone')
    return (
      <>
        <Panel>{figures}</Panel>
        {children}
        <Panel>{pictures}</Panel>
      </>
    )
  return (
    <>
      <Panel>
        {figures}
        {pictures}
      </Panel>
      {children}
    </>
  )
}

function Pictures({
  month,
  days,
  shift,
  onShift,
  day,
  onDay,
}: Pick<OverviewProps, 'month' | 'shift' | 'onShift' | 'day' | 'onDay'> & { days: Days }) {
  return (
    <div className={styles.pictures}>
      <ResultCurve />
      <ResultCalendar
        month={month}
        days={days}
        isCurrent={shift === 0}
        onBefore={() => onShift(shift - 1)}
        onAfter={() => onShift(shift + 1)}
        day={day}
        onDay={onDay}
      />
    </div>
  )
}

/** Closed trades of each day of a month. */
const useMonth = ({ first, last }: Month) =>
  useDecodedCall('/api/performance/days', { from: first, to: last }, tradeDaysFromWire)

type Days = ReturnType<typeof useMonth>

const useWallet = (trader: TradingData, markets: readonly Market[]) => {
  const account = useAccountNow(trader, markets)
  const shown = useAccountShown(trader, markets)
  return account && shown && { account, shown }
}

function Figures({
  wallets,
  markets,
  month,
  days,
}: {
  wallets: readonly [TradingData, TradingData]
  markets: readonly Market[]
  month: Month
  days: Days
}) {
  const { t } = useTranslation('transaction')
  const figures = useFormatters()
  const first = useWallet(wallets[0], markets)
  const second = useWallet(wallets[1], markets)
  const now = serverNow()
  const current = useMonth(monthOf(now, 0))
  const failed = [...wallets.map(({ account }) => account), days].find(
    ({ error, data }) => error && data === undefined,
  )
  if (failed) return <ListError list={failed} />
  const accounts = first && second && equityShown([first, second])
  const today = current.data?.byDay.get(dayOf(now))?.pnl ?? 0n
  const sum = days.data?.sum
  const name = figures.month(dayStart(month.first) ?? 0)
  const rate = sum && winRate(sum)
  const signed = (units: bigint) => (
    <PriceChange direction={priceDirection(units)} arrow={false}>
      {figures.own(units, units === 0n ? 'negative' : 'always')}
    </PriceChange>
  )
  return (
    <dl className={styles.figures}>
      <Figure
        name={t('equity')}
        value={accounts && figures.own(accounts.equity)}
        note={
          accounts &&
          t('equityOf', { margin: figures.own(accounts.margin), hold: figures.own(accounts.hold) })
        }
      />
      <Figure name={t('unrealized')} value={accounts && signed(accounts.profit)} note={t('unrealizedOf')} />
      <Figure name={t('today')} value={current.data && signed(today)} note={t('realizedOf')} />
      <Figure name={t('realized', { month: name })} value={sum && signed(sum.pnl)} note={t('realizedOf')} />
      <Figure name={t('fees', { month: name })} value={sum && figures.charge(sum.fees)} note={t('feesOf')} />
      <Figure
        name={t('winRate', { month: name })}
        value={sum && (rate === null || rate === undefined ? '—' : figures.percent(rate))}
        note={
          sum &&
          (sum.trades === 0
            ? t('noTrades')
            : t('winRateOf', { won: figures.whole(sum.won), trades: figures.whole(sum.trades) }))
        }
      />
    </dl>
  )
}

function Figure({ name, value, note }: { name: string; value: ReactNode; note: ReactNode }) {
  return (
    <div className={styles.sum}>
      <dt>{name}</dt>
      <dd className={styles.second}>{value || <Skeleton width={110} height={20} />}</dd>
      <dd className={styles.small}>{note ?? '\u00a0'}</dd>
    </div>
  )
}
