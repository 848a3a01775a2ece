import type { AiStatus } from '@glasshouse/core/ai/codec'
import type { ActivationState } from '@glasshouse/core/ai/rules'
import type { AiRule } from '@glasshouse/core/ai/strategy/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import { buttonClass } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useLayoutEffect, useState } from 'react'
import { Link } from 'wouter'
import { priceToPoint } from '../../../components/chart/bars.ts'
import type { OwnFill } from '../../../components/chart/orderMarks.ts'
import type { TradingData } from '../../../components/contract/tradingData.ts'
import { useFormatters } from '../../../components/formatters.ts'
import { ListError } from '../../../components/ListError.tsx'
import { useSession } from '../../../data/useSession.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import styles from './AiPanel.module.css'
import { NewRun } from './NewRun.tsx'
import { Results } from './Results.tsx'
import { RunCard } from './RunCard.tsx'
import { RunList } from './RunList.tsx'
import { Signal } from './Signal.tsx'
import { type LiveSignal, verdictOf } from './signal.ts'
import { useAiRule, useAiStatus } from './useAi.ts'
import { useSignal } from './useSignal.ts'

export type AiPanelProps = {
  market: Market
  markets: readonly Market[]
  trader: TradingData
  /** Backtest and runs lie in the panel, because the page has no pane for them below the chart. */
  hasResults: boolean
  /** The marks of the rule on the chart. */
  onMarks: (marks: readonly OwnFill[]) => void
}

/** How far access to AI ordering is, and how to get it. */
function Access({ status, activation }: { status: AiStatus; activation: ActivationState | undefined }) {
  const { t } = useTranslation('ai')
  const figures = useFormatters()
  if (status.isActive)
    return (
      <p className={styles.until}>
        {status.untilMs === null ? '' : t('until', { day: figures.day(status.untilMs) })}
      </p>
    )
  return (
    <div className={styles.access}>
      <h2>{t('access.title')}</h2>
      <p>{t(activation === 'waiting' ? 'access.pending' : 'access.text')}</p>
      <Link className={buttonClass({ size: 's' })} href={paths.mine()}>
        {t('access.open')}
      </Link>
    </div>
  )
}

/** The published rule in words. */
function Rule({ strategy: { name, version, description } }: Pick<AiRule, 'strategy'>) {
  const { t } = useTranslation('ai')
  const figures = useFormatters()
  return (
    <div className={styles.section}>
      <h2>{t('rule', { name, version: figures.whole(version) })}</h2>
      <p className={styles.text}>{description}</p>
    </div>
  )
}

/** The part of the panel that needs a signed-in customer. */
function Own({
  market,
  markets,
  trader,
  hasResults,
  signal,
}: Omit<AiPanelProps, 'onMarks'> & { signal: LiveSignal | null }) {
  const status = useAiStatus()
  const rule = useAiRule(market.pid)
  const { t } = useTranslation('ai')
  const { data } = status
  if (data === undefined)
    return status.error ? (
      <ListError list={status} />
    ) : (
      <div className={styles.section} aria-busy="true">
        <Skeleton width="100%" height={120} />
      </div>
    )
  return (
    <>
      <div className={styles.section}>
        {!data.isOn && <p role="status">{t('off')}</p>}
        <Access status={data} activation={trader.user?.activation} />
      </div>
      {data.running && <RunCard run={data.running} markets={markets} />}
      <Signal signal={signal} market={market} isTrading={data.running?.state === 'trading'} />
      {rule.data && <Rule strategy={rule.data.strategy} />}
      {data.isActive && data.isOn && rule.data && (
        <NewRun
          key={market.pid}
          market={market}
          status={data}
          tiers={rule.data.tiers}
          values={signal?.values ?? null}
        />
      )}
      {hasResults && (
        <>
          {rule.data && (
            <div className={styles.section}>
              <h2>{t('results.title')}</h2>
              <Results market={market} strategy={rule.data.strategy} />
            </div>
          )}
          <div className={styles.section}>
            <h2>{t('runs.title')}</h2>
            <div className={styles.table}>
              <RunList markets={markets} isWide={false} />
            </div>
          </div>
        </>
      )}
    </>
  )
}

/** Marks on the chart while the panel is open: the close of 15 candles before, and what the rule says of the newest. */
function useRuleMarks(signal: LiveSignal | null, onMarks: AiPanelProps['onMarks']): void {
  const { t } = useTranslation('ai')
  const verdict = verdictOf(signal)
  const [before, newest] = [
    markOf('ai15', signal?.before, t('mark.before')),
    markOf('aiNewest', signal?.newest, verdict === null ? '' : t(`mark.${verdict}`)),
  ]
  // Marks are compared by what they show: a signal is a new object with each candle.
  const [known, setKnown] = useState<readonly OwnFill[]>([])
  const marks = [...before, ...newest]
  if (JSON.stringify(known) !== JSON.stringify(marks)) setKnown(marks)
  useLayoutEffect(() => onMarks(known), [known, onMarks])
  useLayoutEffect(() => () => onMarks([]), [onMarks])
}

const markOf = (id: string, at: LiveSignal['before'] | undefined, text: string): readonly OwnFill[] =>
  at == null || text === ''
    ? []
    : [{ id, value: priceToPoint(at.close), time: at.openMs, kind: 'even', text }]

/** AI trading of one market: access, the run, the signal, a new run, and the results of the rule. */
export function AiPanel(props: AiPanelProps) {
  const { t } = useTranslation('ai')
  const isVisitor = useSession() === null
  const signal = useSignal(props.market.pid, props.market.symbol)
  useRuleMarks(signal, props.onMarks)
  return (
    <section className={styles.panel} aria-label={t('tab.ai')}>
      {isVisitor ? (
        <>
          <EmptyState icon="lock" title={t('visitor')} />
          <Signal signal={signal} market={props.market} isTrading={false} />
        </>
      ) : (
        <Own {...props} signal={signal} />
      )}
    </section>
  )
}
