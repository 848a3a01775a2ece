import { Button } from '@glasshouse/ui/Button'
import { GlassPanel } from '@glasshouse/ui/GlassPanel'
import { useFormatters } from '../../../components/formatters.ts'
import { useLabelled } from '../../../components/useLabelled.ts'
import { useSentence } from '../../../components/useSentence.ts'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from './AiPanel.module.css'
import { RunSteps } from './RunSteps.tsx'
import { runStateKey, useAiStatus } from './useAi.ts'

/** The run on the market of the chart, with the button that stops it; nothing without one. */
export default function RunBanner({ pid }: { pid: number }) {
  const { t } = useTranslation('ai')
  const labelled = useLabelled()
  const figures = useFormatters()
  const sentence = useSentence()
  const stop = useMutation('/api/ai/aiStop')
  const run = useAiStatus().data?.running
  if (run === undefined || run === null || run.pid !== pid) return null
  return (
    <GlassPanel
      className={styles.banner}
      role="region"
      aria-label={t('run.title', { id: figures.whole(run.id) })}
    >
      <span>
        <b>{labelled(t('tab.ai'), t(runStateKey(run)))}</b>
        <span className={styles.count}>
          {t('run.done')}{' '}
          {t('run.doneOf', { done: figures.whole(run.done), times: figures.whole(run.times) })}
        </span>
      </span>
      <Button
        size="s"
        busy={(stop.busy && t('run.stopBusy')) || (run.isStopping && t('run.stopping'))}
        onClick={() => void stop.run({ id: run.id })}
      >
        {t('run.stop')}
      </Button>
      <RunSteps run={run} />
      {stop.error && <p role="alert">{sentence(stop.error)}</p>}
    </GlassPanel>
  )
}
