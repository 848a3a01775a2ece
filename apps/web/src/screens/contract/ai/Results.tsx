import type { AiRule, BacktestSums, DayNet, LiveSums } from '@glasshouse/core/ai/strategy/codec'
import { dayStart } from '@glasshouse/core/calendar/days'
import type { Market } from '@glasshouse/core/markets/codec'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Fragment, type ReactNode } from 'react'
import { type Formatters, useFormatters } from '../../../components/formatters.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { backtestPlot, plotSize } from './backtestPlot.ts'
import { MonthlyNet } from './MonthlyNet.tsx'
import styles from './Results.module.css'

type Figure = {
  readonly id: string
  readonly label: string
  readonly test: ReactNode
  readonly live: ReactNode
}

const { width, height } = plotSize
const none = '—'
const signed = (figures: Formatters, units: bigint): string => figures.own(units, 'always')

/** How many trades were won, and their share. */
const wonOf = (figures: Formatters, { won, trades }: { won: number; trades: number }): string =>
  trades === 0
    ? figures.whole(won)
    : `${figures.whole(won)} (${figures.percent((10_000n * BigInt(won)) / BigInt(trades))})`

/** Backtest and live results side by side. */
function Figures({ test, live }: { test: BacktestSums; live: LiveSums | null }) {
  const { t } = useTranslation('ai')
  const figures = useFormatters()
  const day = (found: DayNet | null): ReactNode =>
    found === null ? (
      none
    ) : (
      <>
        {signed(figures, found.net)}
        <small>{figures.day(dayStart(found.day) ?? 0)}</small>
      </>
    )
  const rows: readonly Figure[] = [
    {
      id: 'trades',
      label: t('results.trades'),
      test: figures.whole(test.trades),
      live: live === null ? none : figures.whole(live.trades),
    },
    {
      id: 'won',
      label: t('results.won'),
      test: wonOf(figures, test),
      live: live === null ? none : wonOf(figures, live),
    },
    ...(['gross', 'fees', 'net'] as const).map((id) => ({
      id,
      label: t(`results.${id}`),
      test: signed(figures, id === 'fees' ? -test.fees : test[id]),
      live: live === null ? none : signed(figures, id === 'fees' ? -live.fees : live[id]),
    })),
    {
      id: 'drawdown',
      label: t('results.drawdown'),
      test: figures.percent(-test.maxDrawdown),
      live: none,
    },
    { id: 'losing', label: t('results.losing'), test: figures.whole(test.longestLosing), live: none },
    { id: 'best', label: t('results.best'), test: day(test.bestDay), live: none },
    { id: 'worst', label: t('results.worst'), test: day(test.worstDay), live: none },
  ]
  return (
    <dl className={styles.figures}>
      <div aria-hidden="true">
        <dt>&nbsp;</dt>
        <dd className={styles.column}>{t('results.backtest')}</dd>
        <dd className={styles.column}>{t('results.live')}</dd>
      </div>
      {rows.map(({ id, label, test: tested, live: real }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd>
            <span className="sr-only">{t('results.backtest')} </span>
            {tested}
          </dd>
          <dd>
            <span className="sr-only">{t('results.live')} </span>
            {real}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Equity of the backtest with every time below an earlier high, and the live equity on the same axes. */
function Equity({ test, live }: { test: BacktestSums; live: LiveSums | null }) {
  const { t } = useTranslation('ai')
  const figures = useFormatters()
  const plot = backtestPlot(test.equity, live?.equity ?? [])
  const last = test.equity.at(-1)
  if (plot === null || last === undefined) return null
  const mark = (units: bigint): string => figures.amount(units, 'floor', 2)
  return (
    <section>
      <div className={styles.head}>
        <h3>{t('results.equity', { value: figures.amount(last.value, 'floor') })}</h3>
        {(['test', 'live', 'below'] as const).map((of) => (
          <Fragment key={of}>
            {(of !== 'live' || live !== null) && (
              <span className={styles.key} data-of={of}>
                {t(`results.${of === 'test' ? 'backtest' : of}`)}
              </span>
            )}
          </Fragment>
        ))}
      </div>
      <figure className={styles.chart}>
        <div className={styles.plot}>
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
            {plot.below.map(({ from, to }) => (
              <rect key={from} className={styles.below} x={from} width={to - from} height={height} />
            ))}
            <path className={styles.start} d={`M0 ${plot.startLine}H${width}`} />
            <path className={styles.test} d={`M${plot.backtest}`} />
            {plot.live !== null && <path className={styles.live} d={`M${plot.live}`} />}
          </svg>
        </div>
        <div className={styles.marks} aria-hidden="true">
          <span>{mark(plot.high)}</span>
          <span>{plot.high === plot.low ? '' : mark(plot.low)}</span>
        </div>
        <figcaption className={styles.ends}>
          <span>{figures.date(plot.firstMs)}</span>
          <span>{figures.date(plot.lastMs - 1)}</span>
        </figcaption>
      </figure>
    </section>
  )
}

/** The backtest of the published rule with its losing times and months, and the live results beside it. */
export function Results({ market, strategy }: { market: Market; strategy: AiRule['strategy'] }) {
  const { t } = useTranslation('ai')
  const figures = useFormatters()
  const test = strategy.backtests.find(({ pid }) => pid === market.pid)
  const live = strategy.live.find(({ pid }) => pid === market.pid)
  const shownLive = live?.sums ?? null
  if (test === undefined || test.period === null) return <EmptyState icon="bars" title={t('results.none')} />
  return (
    <div className={styles.results}>
      <div className={styles.grid}>
        <Equity test={test} live={shownLive} />
        <MonthlyNet test={test.byMonth} live={shownLive} />
        <div className={styles.wide}>
          <Figures test={test} live={shownLive} />
        </div>
        <p className={`${styles.note} ${styles.wide}`}>
          {t('results.source', {
            source: test.source === 'simulator' ? t('results.simulated') : test.source,
            from: figures.full(test.period.fromMs),
            to: figures.full(test.period.toMs),
          })}
          {live?.sums === null && ` ${t('results.few', { trades: figures.whole(live.trades) })}`}
        </p>
      </div>
    </div>
  )
}
