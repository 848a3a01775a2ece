import { type AddressKind, requestCodeToWire } from '@glasshouse/core/identity/codec'
import type { ProfileView } from '@glasshouse/core/identity/profile/codec'
import { Button } from '@glasshouse/ui/Button'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { ListError } from '../../components/ListError.tsx'
import { PasswordField } from '../../components/PasswordField.tsx'
import { passwordWords, usualPolicy } from '../../components/passwords.ts'
import { SentCode } from '../../components/signIn/SentCode.tsx'
import styles from '../../components/signIn/SignInLayout.module.css'
import { Entrance } from '../../components/signIn/SignInLayout.tsx'
import { useCode } from '../../components/signIn/useCode.ts'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useTitle } from '../../components/useTitle.ts'
import { useProfile } from '../../data/profile.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isPractice } from '../../mode.ts'
import { pathInSite, paths } from '../../paths.ts'
import { useCodeForm } from './useCodeForm.ts'
import {
  validateWithdrawPassword,
  type WithdrawPassword,
  type WithdrawPasswordField,
  withdrawPasswordRequest,
} from './withdrawPassword.ts'

const words = passwordWords[usualPolicy(isPractice)]

/** Sets the withdraw password: the first one by typing it twice, a later one with a code. */
export default function Edit() {
  return useSignedIn() ? <WithdrawPasswordScreen /> : null
}

function WithdrawPasswordScreen() {
  const { t } = useTranslation('account')
  useTitle(t('withdrawPassword.title'))
  const info = useProfile()
  const isSet = info.data?.hasWithdrawPassword === true
  return (
    <Entrance
      title={t('withdrawPassword.title')}
      lead={isSet ? t('withdrawPassword.change') : t('withdrawPassword.first')}
      foot={<Link href={paths.mine()}>{t('withdrawPassword.back')}</Link>}
    >
      {info.data ? (
        <Form info={info.data} />
      ) : info.error ? (
        <ListError list={info} />
      ) : (
        <div aria-busy="true">
          <Skeleton width="100%" height={160} />
        </div>
      )}
    </Entrance>
  )
}

/** The form: what stands in it, what is wrong with it, and sending it. */
const useWithdrawPassword = (info: ProfileView) => {
  const { t } = useTranslation('account')
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const [form, setTyped] = useState({ way: 'email' as AddressKind, password: '', again: '', code: '' })
  const filled: WithdrawPassword = { ...form, isSet: info.hasWithdrawPassword }
  const address = form.way === 'email' ? info.email : info.phone
  const code = useCode(
    address,
    requestCodeToWire({
      purpose: 2,
      address: form.way === 'email' ? { email: address } : { phone: address },
    }),
  )
  const command = useMutation('/api/user/withdrawPwd')
  const checked = useCodeForm<typeof form, WithdrawPasswordField>({
    way: form.way,
    setTyped,
    mistakes: validateWithdrawPassword(filled),
    code,
    command,
    setsPassword: true,
    send: async () => {
      if ((await command.run(withdrawPasswordRequest(filled))) === null) return
      showToast({ title: t('withdrawPassword.done') })
      navigate(pathInSite(search.get('next')) ?? paths.mine())
    },
  })
  return { form, isSet: filled.isSet, address, ...checked }
}

function Form({ info }: { info: ProfileView }) {
  const { t } = useTranslation(['account', 'access'])
  const edit = useWithdrawPassword(info)
  const { form, change, errorOf } = edit
  return (
    <form className={styles.form} onSubmit={edit.submit} noValidate>
      <PasswordField
        label={t('withdrawPassword.field')}
        isNew
        limits={t(words.limit)}
        value={form.password}
        onChange={(password) => change({ password })}
        error={errorOf('password', t(words.wrong))}
      />
      {edit.isSet ? (
        <Code edit={edit} />
      ) : (
        <PasswordField
          label={t('field.passwordAgain')}
          isNew
          value={form.again}
          onChange={(again) => change({ again })}
          error={errorOf('again', t('error.passwordAgain'))}
        />
      )}
      {!info.hasTwoStep && (
        <p className={styles.codeNote}>{t(edit.isSet ? 'access:pause.after' : 'access:pause.afterFirst')}</p>
      )}
      {edit.problem && <FieldError>{edit.problem}</FieldError>}
      <Button type="submit" variant="primary" size="l" wide busy={edit.busy && t('forget.busy')}>
        {edit.isSet ? t('withdrawPassword.changeIt') : t('withdrawPassword.set')}
      </Button>
    </form>
  )
}

function Code({ edit }: { edit: ReturnType<typeof useWithdrawPassword> }) {
  const { t } = useTranslation('account')
  const { form, change, errorOf, code, address } = edit
  return (
    <>
      <Tabs
        id="code"
        label={t('code.way')}
        tabs={[
          { id: 'email', label: t('code.byEmail') },
          { id: 'phone', label: t('code.bySms') },
        ]}
        value={form.way}
        onChange={(way) => change({ way })}
      />
      <TabPanel id="code" tab={form.way} className={styles.form}>
        <SentCode
          code={code}
          value={form.code}
          hidesAccount={false}
          note={t('withdrawPassword.goesTo', { address })}
          error={errorOf('code', form.way === 'email' ? t('error.codeEmail') : t('error.codeSms'))}
          onSend={() => void edit.sendCode()}
          onChange={(text) => change({ code: text })}
        />
      </TabPanel>
    </>
  )
}
