import type { LimitsView } from '@glasshouse/core/eligibility/wire'
import { Button } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Select } from '@glasshouse/ui/Select'
import { type FormEvent, useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'
import { type PauseDays, pauseChangeFor, pauseDays } from './limitChange.ts'
import { useSetLimits } from './useSetLimits.ts'

/** Takes a break from orders and deposits; one that runs ends sooner only 24 hours after it was asked for. */
export default function PauseDialog({ view, onClose }: { view: LimitsView; onClose: () => void }) {
  const { t } = useTranslation(['mine', 'shell'])
  const figures = useFormatters()
  const [days, setDays] = useState<PauseDays>(0)
  const { save, busy, problem, forget } = useSetLimits(onClose)
  const change = pauseChangeFor(view, days)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(change.request, change.counts)
  }
  const pick = (text: string) => {
    const chosen = pauseDays.find((count) => String(count) === text)
    if (chosen !== undefined) setDays(chosen)
    forget()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('pause.title')}
      description={t('pause.text')}
      closeLabel={t('shell:close')}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <Select
          label={t('pause.howLong')}
          options={pauseDays.map((count) => ({
            value: String(count),
            label: count === 0 ? t('pause.restOfToday') : t('pause.days', { count }),
          }))}
          value={String(days)}
          onChange={pick}
        />
        <DescriptionList
          items={[
            {
              id: 'until',
              label: t('pause.ends'),
              value: figures.full(change.until),
              working: change.counts === 'now' ? t('limits.atOnce') : t('pause.later'),
            },
          ]}
        />
        {problem && <FieldError>{problem}</FieldError>}
        <Button
          type="submit"
          variant="primary"
          wide
          reasonPlace="below"
          busy={busy && t('saving')}
          reason={change.obstacle === 'same' ? t('pause.same') : undefined}
        >
          {t('pause.start')}
        </Button>
        {view.pauseUntil !== null && (
          <Button variant="quiet" wide onClick={() => void save({ pauseUntil: 0 }, 'later')}>
            {t('pause.end')}
          </Button>
        )}
      </form>
    </Dialog>
  )
}
