import type { AiStatus } from '@glasshouse/core/ai/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import { formatUsdt } from '@glasshouse/core/money/units'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { useFormatters } from '../../../components/formatters.ts'
import { useSentence } from '../../../components/useSentence.ts'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from './AiPanel.module.css'
import { RunSteps } from './RunSteps.tsx'
import { resultOf } from './signal.ts'
import { runStateKey } from './useAi.ts'

/** The running run: what it has done, what it may still lose, and how to stop it. */
export function RunCard({
  run,
  markets,
}: {
  run: NonNullable<AiStatus['running']>
  markets: readonly Market[]
}) {
  const { t } = useTranslation('ai')
  const figures = useFormatters()
  const sentence = useSentence()
  const stop = useMutation('/api/ai/aiStop')
  const market = markets.find(({ pid }) => pid === run.pid)?.symbol ?? ''
  const floating = run.order?.pnl ?? null
  return (
    <div className={styles.section}>
      <div className={styles.head}>
        <h2>{t('run.title', { id: String(run.id) })}</h2>
        <Badge tone="brand">{t(runStateKey(run))}</Badge>
      </div>
      <p className={styles.note}>
        {t('run.line', {
          market,
          price: figures.plain(formatUsdt(run.stake)),
          multiple: figures.whole(run.leverage),
        })}
      </p>
      <RunSteps run={run} />
      <DescriptionList
        dense
        items={[
          {
            id: 'done',
            label: t('run.done'),
            value: t('run.doneOf', { done: figures.whole(run.done), times: figures.whole(run.times) }),
          },
          {
            id: 'result',
            label: t('run.result'),
            value: figures.own(resultOf(run.profit, run.fees), 'always'),
          },
          ...(floating === null
            ? []
            : [{ id: 'open', label: t('run.open'), value: figures.own(floating, 'always') }]),
          {
            id: 'left',
            label: t('run.left'),
            value: figures.own(run.maxLoss - run.lost),
          },
          { id: 'ends', label: t('run.ends'), value: figures.full(run.untilMs) },
        ]}
      />
      <p className={styles.note}>{t('run.gap')}</p>
      <Button
        variant="secondary"
        reason={run.isStopping && t('run.stopping')}
        reasonPlace="below"
        busy={stop.busy && t('run.stopBusy')}
        onClick={() => void stop.run({ id: run.id })}
      >
        {t('run.stop')}
      </Button>
      <p className={styles.note}>{run.state === 'trading' ? t('run.stopText') : ''}</p>
      {stop.error && <p role="alert">{sentence(stop.error)}</p>}
    </div>
  )
}
