import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { Segmented } from '@glasshouse/ui/Segmented'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearch } from 'wouter'
import { useCommand } from '../../live/query.ts'
import { isPractice } from '../../mode.ts'
import { PasswordField } from '../../parts/PasswordField.tsx'
import { noPhone, PhoneField, telcodeOf } from '../../parts/PhoneField.tsx'
import { referrerOf } from '../../parts/referrer.ts'
import { useSentence } from '../../parts/useSentence.ts'
import { paths } from '../../paths.ts'
import { CodeField, useWait } from './CodeField.tsx'
import styles from './Entrance.module.css'
import { Entrance, PracticeNote, Problem } from './Entrance.tsx'
import { OutboxHint } from './OutboxHint.tsx'
import { codeAddress, codeRequest, mistakesOf, type Registration, registerRequest } from './registration.ts'

/** How long the words stand before the next screen opens. */
const readingMs = 2000

/** Registers a customer: e-mail, phone, password, code and referrer. */
export default function Register() {
  const { t } = useTranslation('account')
  const sentence = useSentence()
  const [, navigate] = useLocation()
  const search = useSearch()
  const send = useCommand('/api/user/sendVerifyCode')
  const register = useCommand('/api/user/register')
  const wait = useWait()
  const [form, setForm] = useState({
    email: '',
    phone: noPhone,
    pwd: '',
    code: '',
    referrer: referrerOf(search) ?? '',
    way: 'email' as Registration['way'],
  })
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [tried, setTried] = useState<'nothing' | 'code' | 'all'>('nothing')
  const [done, setDone] = useState(false)

  const filled: Registration = { ...form, telcode: telcodeOf(form.phone), number: form.phone.number }
  const mistakes = mistakesOf(filled)
  const change = (part: Partial<typeof form>) => setForm((last) => ({ ...last, ...part }))
  const addressFits = form.way === 'email' ? !mistakes.email : !mistakes.phone
  const tell = (field: keyof typeof mistakes, words: string) =>
    (tried === 'all' || (tried === 'code' && field === form.way)) && mistakes[field] ? words : undefined

  const sendCode = async () => {
    if (tried === 'nothing') setTried('code')
    if (!addressFits) return
    const answer = await send.run(codeRequest(filled))
    if (answer === null) return
    wait.start(answer.wait)
    setSentTo(codeAddress(filled))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried('all')
    if (Object.keys(mistakes).length > 0 || done) return
    const answer = await register.run(registerRequest(filled))
    if (answer === null) return
    setDone(true)
    showToast({ title: t('register.done') })
    setTimeout(() => navigate(paths.login()), readingMs)
  }
  const problem = sentence(register.error) ?? sentence(send.error)
  return (
    <Entrance
      title={t('register.title')}
      lead={t('register.lead')}
      foot={
        <span>
          {t('register.hasAccount')} <Link href={paths.login()}>{t('register.login')}</Link>
        </span>
      }
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field
          label={t('field.email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          value={form.email}
          onChange={(email) => change({ email })}
          error={tell('email', t('error.email'))}
        />
        <PhoneField
          value={form.phone}
          onChange={(phone) => change({ phone })}
          error={tell('phone', t('error.phone'))}
        />
        <PasswordField
          label={t('field.password')}
          isNew
          limits={t('limit.password')}
          value={form.pwd}
          onChange={(pwd) => change({ pwd })}
          error={tell('pwd', t('error.passwordFormat'))}
        />
        <Segmented
          label={t('code.way')}
          options={[
            { value: 'email', label: t('code.byEmail') },
            { value: 'phone', label: t('code.bySms') },
          ]}
          value={form.way}
          onChange={(way) => change({ way })}
        />
        <CodeField
          value={form.code}
          onChange={(code) => change({ code })}
          onSend={sendCode}
          busy={send.busy}
          left={wait.left}
          sentTo={sentTo}
          error={tell('code', form.way === 'email' ? t('error.codeEmail') : t('error.codeSms'))}
        />
        {isPractice && sentTo && (
          <PracticeNote>
            <OutboxHint address={sentTo} onCode={(code) => change({ code })} />
          </PracticeNote>
        )}
        <Field
          label={t('field.referrer')}
          limits={t('limit.referrer')}
          autoCapitalize="none"
          value={form.referrer}
          onChange={(referrer) => change({ referrer: referrer.trim() })}
          error={tell('referrer', t('error.referrer'))}
          fix={
            isPractice && !form.referrer
              ? { text: t('practice.houseReferrer'), onUse: () => change({ referrer: '10000' }) }
              : undefined
          }
        />
        {problem && <Problem>{problem}</Problem>}
        <Button
          type="submit"
          variant="primary"
          size="l"
          wide
          busy={(register.busy && t('register.busy')) || (done && t('register.opening'))}
        >
          {t('register.submit')}
        </Button>
      </form>
    </Entrance>
  )
}
