import type { AddressKind } from '@glasshouse/core/identity/codec'
import { Field } from '@glasshouse/ui/Field'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import type { ReactNode } from 'react'
import { type Phone, PhoneField } from '../../components/PhoneField.tsx'
import { SentCode } from '../../components/signIn/SentCode.tsx'
import styles from '../../components/signIn/SignInLayout.module.css'
import type { useCode } from '../../components/signIn/useCode.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

type KnownFields = {
  readonly way: AddressKind
  readonly email: string
  readonly phone: Phone
  readonly code: string
}
type KnownForm = {
  readonly form: KnownFields
  readonly change: (part: Partial<KnownFields>) => void
  readonly errorOf: (field: 'email' | 'phone' | 'code', words: string) => string | undefined
  readonly code: ReturnType<typeof useCode>
  readonly sendCode: () => Promise<void>
}

/** Tabs that choose whether an account is named by its e-mail or its phone, above the form for it. */
export function AccountTabs({
  id,
  way,
  onWay,
  children,
}: {
  id: string
  way: AddressKind
  onWay: (way: AddressKind) => void
  children: ReactNode
}) {
  const { t } = useTranslation('account')
  return (
    <>
      <Tabs
        id={id}
        label={t('code.way')}
        tabs={[
          { id: 'email', label: t('field.email') },
          { id: 'phone', label: t('field.phone') },
        ]}
        value={way}
        onChange={onWay}
      />
      <TabPanel id={id} tab={way} className={styles.body}>
        {children}
      </TabPanel>
    </>
  )
}

/** The e-mail or the phone of an account that exists. */
export function AccountField({ account: { form, change, errorOf } }: { account: KnownForm }) {
  const { t } = useTranslation('account')
  return form.way === 'email' ? (
    <Field
      label={t('field.email')}
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      value={form.email}
      onChange={(email) => change({ email })}
      error={errorOf('email', t('error.email'))}
    />
  ) : (
    <PhoneField
      value={form.phone}
      onChange={(phone) => change({ phone })}
      error={errorOf('phone', t('error.phone'))}
    />
  )
}

/** The code sent to that e-mail or phone. */
export function AccountCode({ account: { form, change, errorOf, code, sendCode } }: { account: KnownForm }) {
  const { t } = useTranslation('account')
  return (
    <SentCode
      code={code}
      value={form.code}
      hidesAccount
      error={errorOf('code', form.way === 'email' ? t('error.codeEmail') : t('error.codeSms'))}
      onSend={() => void sendCode()}
      onChange={(text) => change({ code: text })}
    />
  )
}
