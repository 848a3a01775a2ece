import type { LimitsView } from '@glasshouse/core/eligibility/wire'
import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { type FormEvent, useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { NumberField } from '../../components/NumberField.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'
import { type AmountLimit, type LimitChange, limitChangeFor, limitRemoval } from './limitChange.ts'
import { useSetLimits } from './useSetLimits.ts'

/** Sets, changes or takes away a daily limit, and says beforehand when that counts. */
export default function LimitDialog({
  view,
  name,
  onClose,
}: {
  view: LimitsView
  name: AmountLimit
  onClose: () => void
}) {
  const { t } = useTranslation(['mine', 'shell'])
  const figures = useFormatters()
  const [typed, setTyped] = useState('')
  const { save, busy, problem, forget } = useSetLimits(onClose)
  const now = view[name]
  const change = limitChangeFor(view, name, typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(change.request, change.counts)
  }
  const stands = now === null ? t('limits.none') : `${figures.plain(now)} USDT`
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(`limits.name.${name}`)}
      description={t(`limits.text.${name}`)}
      closeLabel={t('shell:close')}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <NumberField
          label={t('limits.field')}
          limits={t('limits.now', { value: stands })}
          unit="USDT"
          autoFocus
          value={typed}
          onChange={(text) => {
            setTyped(text)
            forget()
          }}
          error={change.obstacle === 'wrong' ? t('limits.wrong') : problem}
          note={<WhenItCounts change={change} stands={stands} />}
        />
        <Button
          type="submit"
          variant="primary"
          wide
          reasonPlace="below"
          busy={busy && t('saving')}
          reason={
            change.obstacle === 'enter'
              ? t('limits.enter')
              : change.obstacle === 'same'
                ? t('limits.same')
                : change.obstacle
                  ? true
                  : undefined
          }
        >
          {t('limits.save')}
        </Button>
        {now !== null && (
          <Button
            variant="quiet"
            wide
            onClick={() => void save(limitRemoval(view, name).request, limitRemoval(view, name).counts)}
          >
            {t('limits.remove')}
          </Button>
        )}
      </form>
    </Dialog>
  )
}

/** When the wish would count, before it is sent. */
function WhenItCounts({ change, stands }: { change: LimitChange; stands: string }) {
  const { t } = useTranslation('mine')
  if (change.counts === null) return t('limits.rule')
  return change.counts === 'now' ? t('limits.atOnce') : t('limits.later', { value: stands })
}
