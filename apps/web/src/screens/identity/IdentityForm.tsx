import { isKycPicture, type KycRecord, submitKycToWire } from '@glasshouse/core/kyc/codec'
import { trimKyc, validateKyc } from '@glasshouse/core/kyc/rules'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { PictureUpload } from '../../components/PictureUpload.tsx'
import { Panel } from '../../components/page/Page.tsx'
import { useSentence } from '../../components/useSentence.ts'
import { useInvalidate, useMutation, useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Identity.module.css'

/** Name, number and two pictures of a document; a rejected check is corrected in it. Pictures that stay are not sent anew. */
export function IdentityForm({ record }: { record: KycRecord | null }) {
  const { t } = useTranslation('identity')
  const sentence = useSentence()
  const reload = useInvalidate()
  const save = useMutation('/api/user/saveOrUpdKyc')
  const years = useQueryCall('/api/common/getKeys', { keys: 'kyc_hash_years' }).data?.kyc_hash_years
  const [form, setForm] = useState({
    username: record?.username ?? '',
    documentNumber: record?.documentNumber ?? '',
    front: record?.front ?? '',
    back: record?.back ?? '',
  })
  const [isTried, setTried] = useState(false)
  const change = (part: Partial<typeof form>) => {
    setForm((last) => ({ ...last, ...part }))
    save.forget()
  }
  const wrong = validateKyc(trimKyc(form))
  const errorOf = (field: keyof typeof form): string | undefined =>
    isTried && wrong === field ? t(`wrong.${field}`) : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (wrong !== null || (await save.run(submitKycToWire(form))) === null) return
    showToast({ title: t('form.done') })
    reload('/api/user/queryKyc')
  }
  const isUnchanged = save.error?.data.reason === 'unchanged'
  const isPicture = isKycPicture(save.error?.data.field)
  return (
    <Panel title={t('form.title')} inset>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label={t('form.name')}
          value={form.username}
          autoComplete="name"
          maxLength={100}
          onChange={(username) => change({ username })}
          error={errorOf('username')}
        />
        <Field
          label={t('form.number')}
          value={form.documentNumber}
          autoComplete="off"
          maxLength={40}
          onChange={(documentNumber) => change({ documentNumber })}
          error={errorOf('documentNumber')}
        />
        {(
          [
            ['front', 'form.front'],
            ['back', 'form.back'],
          ] as const
        ).map(([field, name]) => (
          <div key={field}>
            <PictureUpload
              label={t(name)}
              limits={t('form.limits')}
              url={form[field] === '' ? null : form[field]}
              onChange={(url) => change({ [field]: url ?? '' })}
            />
            {errorOf(field) && <FieldError>{errorOf(field)}</FieldError>}
          </div>
        ))}
        {years !== undefined && <p className={styles.text}>{t('form.kept', { years })}</p>}
        {save.error && (
          <FieldError>
            {isUnchanged ? t('wrong.unchanged') : isPicture ? t('wrong.same') : sentence(save.error)}
          </FieldError>
        )}
        <Button type="submit" variant="primary" size="l" busy={save.busy && t('form.busy')}>
          {t('form.submit')}
        </Button>
      </form>
    </Panel>
  )
}
