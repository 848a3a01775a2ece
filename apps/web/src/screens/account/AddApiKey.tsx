import type { DataOf } from '@glasshouse/core/calls'
import { isCredentialName } from '@glasshouse/core/identity/apiKeys'
import { Button } from '@glasshouse/ui/Button'
import { Checkbox } from '@glasshouse/ui/Checkbox'
import { Dialog } from '@glasshouse/ui/Dialog'
import { Field } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { IconButton } from '@glasshouse/ui/IconButton'
import { Select } from '@glasshouse/ui/Select'
import { type FormEvent, useState } from 'react'
import { useCopy } from '../../components/useCopy.ts'
import { useLabelled } from '../../components/useLabelled.ts'
import { useSentence } from '../../components/useSentence.ts'
import { serverNow } from '../../data/clock.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Account.module.css'

type CreatedKey = DataOf<'/api/user/keyAdd'>

const dayMs = 86_400_000
const lifetimes = ['30', '90', '180', '365'] as const
type Lifetime = (typeof lifetimes)[number]

/** Creates an API key, then shows key and secret this once. Load it lazily. */
export default function AddApiKey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['security', 'shell'])
  const [created, setCreated] = useState<CreatedKey | null>(null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={created === null ? t('apiKey.add') : t('apiKey.created')}
      description={created === null ? t('apiKey.addText') : t('apiKey.once')}
      closeLabel={t('shell:close')}
    >
      {created === null ? (
        <KeyForm onCreated={setCreated} />
      ) : (
        <div className={styles.form}>
          <Secret label={t('apiKey.key')} text={created.key} />
          <Secret label={t('apiKey.secret')} text={created.secret} />
          <Button variant="primary" wide onClick={onClose}>
            {t('recovery.stored')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function Secret({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation('security')
  const copy = useCopy()
  const labelled = useLabelled()
  return (
    <div>
      <span className={styles.small}>{label}</span>
      <span className={styles.copy}>
        <code className={styles.secret}>{text}</code>
        <IconButton icon="copy" label={labelled(t('apiKey.copy'), label)} small onClick={() => copy(text)} />
      </span>
    </div>
  )
}

/** The form: what stands in it, what is wrong with it, and creating. */
const useKeyForm = (onCreated: (key: CreatedKey) => void) => {
  const { t } = useTranslation('security')
  const sentence = useSentence()
  const add = useMutation('/api/user/keyAdd')
  const [form, setForm] = useState({
    name: '',
    read: true,
    trade: false,
    addresses: '',
    days: '90' as Lifetime,
  })
  const [tried, setTried] = useState(false)
  const name = form.name.normalize('NFC').trim()
  const hasScope = form.read || form.trade
  const hasWrongAddress = add.error?.data.field === 'addresses'
  return {
    form,
    busy: add.busy,
    change: (part: Partial<typeof form>) => {
      setForm((last) => ({ ...last, ...part }))
      add.forget()
    },
    wrongName: tried && !isCredentialName(name) ? t('credential.wrongName') : undefined,
    wrongScopes: tried && !hasScope ? t('apiKey.noScope') : undefined,
    wrongAddress: hasWrongAddress ? t('apiKey.wrongAddress') : undefined,
    problem: hasWrongAddress ? undefined : sentence(add.error),
    submit: async (event: FormEvent) => {
      event.preventDefault()
      setTried(true)
      if (!isCredentialName(name) || !hasScope) return
      const scopes = [...(form.read ? ['read'] : []), ...(form.trade ? ['trade'] : [])].join(',')
      const addresses = form.addresses
        .split(/[\s,;]+/)
        .filter((one) => one !== '')
        .join(',')
      const until = serverNow() + Number.parseInt(form.days, 10) * dayMs
      const created = await add.run({ name, scopes, until, ...(addresses === '' ? {} : { addresses }) })
      if (created !== null) onCreated(created)
    },
  }
}

function KeyForm({ onCreated }: { onCreated: (key: CreatedKey) => void }) {
  const { t } = useTranslation('security')
  const { form, change, ...rest } = useKeyForm(onCreated)
  return (
    <form className={styles.form} onSubmit={rest.submit} noValidate>
      <Field
        label={t('credential.name')}
        limits={t('credential.nameLimits')}
        maxLength={64}
        value={form.name}
        onChange={(name) => change({ name })}
        error={rest.wrongName}
      />
      <fieldset className={styles.settings}>
        <legend className={styles.settingName}>{t('apiKey.scopes')}</legend>
        <Checkbox checked={form.read} onChange={(read) => change({ read })}>
          {t('apiKey.readText')}
        </Checkbox>
        <Checkbox checked={form.trade} onChange={(trade) => change({ trade })}>
          {t('apiKey.tradeText')}
        </Checkbox>
        {rest.wrongScopes && <FieldError>{rest.wrongScopes}</FieldError>}
      </fieldset>
      <Field
        label={t('apiKey.addresses')}
        note={t('apiKey.addressesNote')}
        placeholder="203.0.113.7, 10.0.0.0/8"
        mono
        maxLength={1200}
        value={form.addresses}
        onChange={(addresses) => change({ addresses })}
        error={rest.wrongAddress}
      />
      <Select
        label={t('apiKey.lifetime')}
        options={lifetimes.map((value) => ({ value, label: t('apiKey.days', { count: Number(value) }) }))}
        value={form.days}
        onChange={(days) => change({ days })}
      />
      {rest.problem && <FieldError>{rest.problem}</FieldError>}
      <Button type="submit" variant="primary" wide busy={rest.busy && t('apiKey.adding')}>
        {t('apiKey.add')}
      </Button>
    </form>
  )
}
