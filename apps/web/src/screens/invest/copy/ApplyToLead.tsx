import type { LeadStatus } from '@glasshouse/core/invest/copy/leads/codec'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useId, useState } from 'react'
import { Link } from 'wouter'
import { useFormatters } from '../../../components/formatters.ts'
import { useSentence } from '../../../components/useSentence.ts'
import { useInvalidate, useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import styles from '../Invest.module.css'
import copyStyles from './Copy.module.css'

const maxTextLength = 1000

/** The application to be copied, or its state while staff decide. */
export function ApplyToLead({ status: { application, missing } }: { status: LeadStatus }) {
  const { t } = useTranslation(['leads', 'copy'])
  const figures = useFormatters()
  const sentence = useSentence()
  const reload = useInvalidate()
  const id = useId()
  const apply = useMutation('/api/invest/leadApply')
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const time = application === null ? '' : figures.full(application.createdMs)
  if (missing.includes('inReview')) return <p className={styles.text}>{t('apply.inReview', { time })}</p>
  const problem = isTried && text.trim() === '' ? t('apply.empty') : sentence(apply.error)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (text.trim() === '' || (await apply.run({ text: text.trim() })) === null) return
    showToast({ title: t('apply.sent') })
    reload('/api/invest/leadStatus')
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {application?.state === 'rejected' && (
        <p className={`${styles.note} ${copyStyles.warning}`}>
          {t('apply.rejected', { time, remark: application.remark ?? '' })}
        </p>
      )}
      {missing.includes('kyc') && (
        <Link href={paths.authentication()} className={buttonClass()}>
          {t('apply.toKyc')}
        </Link>
      )}
      <label className={styles.text} htmlFor={id}>
        {t('apply.field')}
      </label>
      <textarea
        id={id}
        className={copyStyles.written}
        rows={5}
        maxLength={maxTextLength}
        value={text}
        aria-invalid={problem !== undefined}
        onChange={(event) => {
          setText(event.target.value)
          apply.forget()
        }}
      />
      {problem && <FieldError>{problem}</FieldError>}
      <Button
        type="submit"
        variant="primary"
        reasonPlace="below"
        reason={missing.length > 0 ? t('apply.notYet') : undefined}
        busy={apply.busy && t('copy:leave.busy')}
      >
        {t('apply.submit')}
      </Button>
    </form>
  )
}
