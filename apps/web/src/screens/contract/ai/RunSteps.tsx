import type { AiRun } from '@glasshouse/core/ai/codec'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from './AiPanel.module.css'

/** The trades of a run as a bar each: done, running or to come. */
export function RunSteps({ run: { done, times, state } }: { run: Pick<AiRun, 'done' | 'times' | 'state'> }) {
  const { t } = useTranslation('ai')
  const stateOf = (at: number) => (at < done ? 'done' : at === done && state === 'trading' ? 'now' : 'ahead')
  return (
    <span
      className={styles.steps}
      role="img"
      aria-label={t('run.doneOf', { done: String(done), times: String(times) })}
    >
      {Array.from({ length: times }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are the positions
        <i key={at} data-state={stateOf(at)} />
      ))}
    </span>
  )
}
