import { maxComplaintLength } from '@glasshouse/core/identity/locks'
import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useId, useState } from 'react'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSentence } from '../useSentence.ts'
import styles from './Lock.module.css'

/** Takes a complaint about a lock; the answer comes by letter. */
export default function ComplaintDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['locks', 'shell'])
  const id = useId()
  const sentence = useSentence()
  const complain = useMutation('/api/user/complain')
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const isEmpty = text.trim() === ''
  const problem = tried && isEmpty ? t('complain.empty') : sentence(complain.error)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isEmpty || (await complain.run({ text: text.trim() })) === null) return
    showToast({ title: t('complain.sent'), text: t('complain.sentText') })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('complain.title')}
      description={t('complain.text')}
      closeLabel={t('shell:close')}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <label htmlFor={id}>{t('complain.field')}</label>
        <textarea
          id={id}
          className={styles.text}
          rows={6}
          maxLength={maxComplaintLength}
          value={text}
          aria-invalid={problem !== undefined}
          onChange={(event) => setText(event.target.value)}
        />
        {problem && <FieldError>{problem}</FieldError>}
        <Button type="submit" variant="primary" wide busy={complain.busy && t('complain.busy')}>
          {t('complain.submit')}
        </Button>
      </form>
    </Dialog>
  )
}
