import type { StatementSubject } from '@glasshouse/core/ledger/statement'
import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { type FormEvent, useState } from 'react'
import { localNow } from '../../data/clock.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSentence } from '../useSentence.ts'
import { dayOf, maxDays, type Range, rangeProblem, wireDay } from './days.ts'
import styles from './Journal.module.css'

const texts = {
  account: 'statement.text',
  referral: 'statement.referral',
  subscription: 'statement.subscription',
} as const satisfies Record<StatementSubject, string>

const monthMs = 30 * 86_400_000

/** Requests a statement for a range of days and shows the download link, valid for five minutes. */
export default function Statement({
  about = 'account',
  onClose,
}: {
  about?: StatementSubject
  onClose: () => void
}) {
  const { t } = useTranslation(['journal', 'shell'])
  const sentence = useSentence()
  const [range, setRange] = useState(() => ({ from: dayOf(localNow() - monthMs), to: dayOf(localNow()) }))
  const [format, setFormat] = useState<'csv' | 'pdf'>('csv')
  const [url, setUrl] = useState<string | null>(null)
  const statement = useMutation('/api/user/statement')
  const problem = rangeProblem(range)
  const change = (part: Partial<typeof range>) => {
    setRange((last) => ({ ...last, ...part }))
    setUrl(null)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const [from, to] = [wireDay(range.from), wireDay(range.to)]
    if (problem !== null || from === null || to === null) return
    const answer = await statement.run({ from, to, format, about })
    if (answer !== null) setUrl(answer.url)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('statement.title')}
      description={t(texts[about], { days: maxDays })}
      closeLabel={t('shell:close')}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <Days range={range} onChange={change} />
        {about === 'account' && (
          <SegmentedControl
            label={t('statement.format')}
            options={[
              { value: 'csv', label: 'CSV' },
              { value: 'pdf', label: 'PDF' },
            ]}
            value={format}
            onChange={(next) => {
              setFormat(next)
              setUrl(null)
            }}
          />
        )}
        {statement.error && <FieldError>{sentence(statement.error)}</FieldError>}
        {url === null ? (
          <Button
            type="submit"
            variant="primary"
            wide
            busy={statement.busy && t('statement.busy')}
            reason={problem === null ? undefined : true}
          >
            {t('statement.make')}
          </Button>
        ) : (
          <a className={styles.link} href={url} download>
            {t('statement.take')}
          </a>
        )}
      </form>
    </Dialog>
  )
}

/** Fields for the first and the last day. */
function Days({ range, onChange }: { range: Range; onChange: (part: Partial<Range>) => void }) {
  const { t } = useTranslation('journal')
  const problem = rangeProblem(range)
  return (
    <div className={styles.range}>
      <Field
        label={t('statement.from')}
        type="date"
        value={range.from}
        onChange={(from) => onChange({ from })}
      />
      <Field
        label={t('statement.to')}
        type="date"
        value={range.to}
        onChange={(to) => onChange({ to })}
        error={
          problem === null || problem === 'missing' ? undefined : t(`statement.${problem}`, { days: maxDays })
        }
      />
    </div>
  )
}
