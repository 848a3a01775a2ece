import type { AiBacktest, AiLive } from '@glasshouse/core/ai/wire'
import { dayStart } from '@glasshouse/core/calendar/days'
import type { Market } from '@glasshouse/core/markets/codec'
import { parseDecimal, usdt } from '@glasshouse/core/money/units'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Sparkline } from '@glasshouse/ui/Sparkline'
import { type Column, Table } from '@glasshouse/ui/Table'
import { type Formatters, useFormatters } from '../../../components/formatters.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from './AiPanel.module.css'
import { curvePoints } from './curve.ts'
import type { AiRule } from './useAi.ts'

type Live = Extract<AiLive, { few: false }>
type Figure = { readonly id: string; readonly label: string; readonly test: string; readonly live: string }

const signed = (figures: Formatters, text: string): string => figures.own(usdt(text), 'always')
const none = '–'

/** Backtest and live results side by side. */
function Figures({ test, live }: { test: AiBacktest; live: Live | null }) {
  const { t } = useTranslation('ai')
  const figures = useFormatters()
  const day = (found: AiBacktest['bestDay']): string =>
    found === null ? none : `${signed(figures, found.net)} (${figures.day(dayStart(found.day) ?? 0)})`
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
      test: figures.whole(test.won),
      live: live === null ? none : figures.whole(live.won),
    },
    ...(['gross', 'fees', 'net'] as const).map((id) => ({
      id,
      label: t(`results.${id}`),
      test: signed(figures, id === 'fees' ? negative(test.fees) : test[id]),
      live: live === null ? none : signed(figures, id === 'fees' ? negative(live.fees) : live[id]),
    })),
    {
      id: 'drawdown',
      label: t('results.drawdown'),
      test: figures.percent(-(parseDecimal(test.maxDrawdown, 2) ?? 0n)),
      live: none,
    },
    { id: 'losing', label: t('results.losing'), test: figures.whole(test.longestLosing), live: none },
    { id: 'best', label: t('results.best'), test: day(test.bestDay), live: none },
    { id: 'worst', label: t('results.worst'), test: day(test.worstDay), live: none },
    ...(live === null
      ? []
      : [{ id: 'gap', label: t('results.gap'), test: none, live: signed(figures, live.gap) }]),
  ]
  return <SideBySide caption={t('results.title')} head={t('results.column')} rows={rows} />
}

const negative = (text: string): string => (text === '0' ? text : `-${text}`)

function SideBySide({ caption, head, rows }: { caption: string; head: string; rows: readonly Figure[] }) {
  const { t } = useTranslation('ai')
  const columns: readonly Column<Figure>[] = [
    { id: 'label', head, cell: ({ label }) => label },
    { id: 'test', head: t('results.backtest'), align: 'right', cell: ({ test }) => test },
    { id: 'live', head: t('results.live'), align: 'right', cell: ({ live }) => live },
  ]
  return (
    <div className={styles.table}>
      <Table
        caption={caption}
        size="dense"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty={null}
      />
    </div>
  )
}

/** Net of each month, lost ones too. */
function Months({ test, live }: { test: AiBacktest; live: Live | null }) {
  const { t } = useTranslation('ai')
  const figures = useFormatters()
  const lost = test.byMonth.filter(({ net }) => net.startsWith('-')).length
  const rows = test.byMonth.map(({ month, net }): Figure => {
    const same = live?.byMonth.find((one) => one.month === month)
    return {
      id: month,
      label: figures.month(dayStart(`${month}01`) ?? 0),
      test: signed(figures, net),
      live: same === undefined ? none : signed(figures, same.net),
    }
  })
  return (
    <>
      <SideBySide caption={t('results.month')} head={t('results.month')} rows={rows} />
      <p className={styles.note}>
        {t('results.months', { lost: figures.whole(lost), months: figures.whole(rows.length) })}
      </p>
    </>
  )
}

/** The published rule, its backtest with losing months, and the live results beside it. */
export function Results({ market, strategy }: { market: Market; strategy: AiRule['strategy'] }) {
  const { t } = useTranslation('ai')
  const figures = useFormatters()
  const test = strategy.backtest.find(({ pid }) => pid === market.pid)
  const live = strategy.live.find(({ pid }) => pid === market.pid)?.result
  const shownLive = live === undefined || live.few ? null : live
  const last = test?.equity.at(-1)
  return (
    <div className={styles.section}>
      <h2>{t('rule', { name: strategy.name, version: figures.whole(strategy.version) })}</h2>
      <p className={styles.text}>{strategy.description}</p>
      <h2>{t('results.title')}</h2>
      {test === undefined || test.from === null || test.to === null ? (
        <EmptyState icon="bars" title={t('results.none')} />
      ) : (
        <>
          <p className={styles.note}>
            {t('results.source', {
              source: test.source === 'simulator' ? t('results.simulated') : test.source,
              from: figures.full(test.from),
              to: figures.full(test.to),
            })}
          </p>
          {last && (
            <figure className={styles.curve}>
              <Sparkline
                points={curvePoints(test.equity)}
                direction={test.net.startsWith('-') ? 'down' : 'up'}
                width={280}
                height={64}
              />
              <figcaption>
                {t('results.equity', { value: figures.amountText(last.value, 'floor') })}
              </figcaption>
            </figure>
          )}
          <Figures test={test} live={shownLive} />
          {live?.few === true && (
            <p className={styles.note}>{t('results.few', { trades: figures.whole(live.trades) })}</p>
          )}
          <Months test={test} live={shownLive} />
        </>
      )}
    </div>
  )
}
