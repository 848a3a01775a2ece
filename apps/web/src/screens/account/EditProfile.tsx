import type { ProfileView } from '@glasshouse/core/identity/profile/codec'
import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { useSentence } from '../../components/useSentence.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'
import { diffProfile, fieldOfError, type ProfileFields } from './profileEdit.ts'

/** The form: what stands in it, what is wrong with it, and sending only what changed. */
const useEdit = (info: ProfileView, onClose: () => void) => {
  const { t } = useTranslation('mine')
  const sentence = useSentence()
  const save = useMutation('/api/user/setUserinfo')
  const [form, setForm] = useState<ProfileFields>({ username: info.username })
  const [tried, setTried] = useState(false)
  const plan = diffProfile(info, form)
  const refused = fieldOfError(save.error)
  return {
    form,
    plan,
    busy: save.busy,
    change: (part: Partial<ProfileFields>) => {
      setForm((last) => ({ ...last, ...part }))
      save.forget()
    },
    errorOf: (field: keyof ProfileFields, ours: string) =>
      refused === field ? sentence(save.error) : tried && plan.mistakes[field] ? ours : undefined,
    problem: refused === null ? sentence(save.error) : undefined,
    submit: async (event: FormEvent) => {
      event.preventDefault()
      setTried(true)
      if (plan.request === null || (await save.run(plan.request)) === null) return
      showToast({ title: t('edit.done') })
      onClose()
    },
  }
}

/** Changes the username. */
export default function EditProfile({ info, onClose }: { info: ProfileView; onClose: () => void }) {
  const { t } = useTranslation(['mine', 'shell'])
  const edit = useEdit(info, onClose)
  const { form, change, errorOf } = edit
  return (
    <Dialog open onOpenChange={onClose} title={t('edit.title')} closeLabel={t('shell:close')}>
      <form className={styles.form} onSubmit={edit.submit} noValidate>
        <Field
          label={t('edit.name')}
          limits={t('edit.nameLimit')}
          autoComplete="nickname"
          value={form.username}
          onChange={(username) => change({ username })}
          error={errorOf('username', t('edit.nameWrong'))}
        />
        {edit.problem && <FieldError>{edit.problem}</FieldError>}
        <Button
          type="submit"
          variant="primary"
          wide
          reasonPlace="below"
          busy={edit.busy && t('saving')}
          reason={edit.plan.same ? t('edit.same') : undefined}
        >
          {t('save')}
        </Button>
      </form>
    </Dialog>
  )
}
