import type { LiveSums, MonthNet } from '@glasshouse/core/ai/strategy/codec'
import { dayStart } from '@glasshouse/core/calendar/days'
import type { CSSProperties } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { permilleOf } from '../../../components/holdings/holdings.ts'
import { useLabelled } from '../../../components/useLabelled.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { monthBars } from './backtestPlot.ts'
import styles from './Results.module.css'

const wayOf = (net: bigint | null): string => (net === null ? 'none' : net < 0n ? 'down' : 'up')

/** A bar of the net of a month: its share of the largest one, up or down. */
function Bar({ of, net, most }: { of: 'test' | 'live'; net: bigint | null; most: bigint }) {
  const size = net === null || most === 0n ? 0 : permilleOf(net < 0n ? -net : net, most) / 1000
  return <i data-of={of} data-way={wayOf(net)} style={{ '--size': size } as CSSProperties} />
}

/** Net of each month as bars, lost months too; live results beside the backtest. */
export function MonthlyNet({ test, live }: { test: readonly MonthNet[]; live: LiveSums | null }) {
  const { t } = useTranslation('ai')
  const labelled = useLabelled()
  const figures = useFormatters()
  const { most, months } = monthBars(test, live?.byMonth ?? [])
  const lost = test.filter(({ net }) => net < 0n).length
  const amount = (net: bigint): string => figures.own(net, 'always')
  return (
    <section className={styles.months}>
      <div className={styles.head}>
        <h3>{t('results.byMonth')}</h3>
        <span className={styles.note}>±{figures.own(most)}</span>
      </div>
      <div className={styles.scroll}>
        <ol className={styles.bars}>
          {months.map(({ month, test: tested, live: real }) => {
            const startMs = dayStart(`${month}01`) ?? 0
            const text = [
              tested === null ? '' : `${t('results.backtest')} ${amount(tested)}`,
              real === null ? '' : `${t('results.live')} ${amount(real)}`,
            ]
              .filter((part) => part !== '')
              .join(', ')
            return (
              <li key={month} title={labelled(figures.month(startMs), text)}>
                <span className={styles.pair} aria-hidden="true">
                  <Bar of="test" net={tested} most={most} />
                  {live !== null && <Bar of="live" net={real} most={most} />}
                </span>
                <span className={styles.name} aria-hidden="true">
                  {months.length > 3 ? figures.monthName(startMs) : figures.month(startMs)}
                </span>
                <span className="sr-only">{labelled(figures.month(startMs), text)}</span>
              </li>
            )
          })}
        </ol>
      </div>
      <p className={styles.note}>
        {t('results.months', { lost: figures.whole(lost), months: figures.whole(test.length) })}
      </p>
      {live !== null && <p className={styles.note}>{labelled(t('results.gap'), amount(live.gap))}</p>}
    </section>
  )
}
