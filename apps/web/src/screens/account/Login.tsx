import { isEmail, isPasswordAllowed, isPhoneOf } from '@glasshouse/core/identity/rules'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { showToast } from '@glasshouse/ui/Toast'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearch } from 'wouter'
import { useCommand } from '../../live/query.ts'
import { session } from '../../live/session.ts'
import { isPractice } from '../../mode.ts'
import { PasswordField } from '../../parts/PasswordField.tsx'
import { noPhone, PhoneField, telcodeOf } from '../../parts/PhoneField.tsx'
import { wirePhone } from '../../parts/telcodes.ts'
import { useSentence } from '../../parts/useSentence.ts'
import { innerPath, paths } from '../../paths.ts'
import styles from './Entrance.module.css'
import { Entrance, PracticeNote, Problem } from './Entrance.tsx'

type Way = 'email' | 'phone'
const byPhone = 1
const byEmail = 2
/** How long the words stand before the next screen opens. */
const readingMs = 2000
/** The account that the practice sample brings with it. */
const demo = { email: 'demo@glasshouse.test', pwd: 'Demo123!' }

/** Signs a customer in by e-mail or phone. */
export default function Login() {
  const { t } = useTranslation('account')
  const sentence = useSentence()
  const [, navigate] = useLocation()
  const next = innerPath(new URLSearchParams(useSearch()).get('next')) ?? paths.home()
  const login = useCommand('/api/user/login')
  const [way, setWay] = useState<Way>('email')
  const [email, setEmail] = useState('')
  const [phone, setPhone] = useState(noPhone)
  const [pwd, setPwd] = useState('')
  const [tried, setTried] = useState(false)
  const [done, setDone] = useState(false)

  const number = wirePhone(telcodeOf(phone), phone.number)
  const whoFits = way === 'email' ? isEmail(email) : isPhoneOf(telcodeOf(phone), number)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!whoFits || !isPasswordAllowed(pwd) || done) return
    const who = way === 'email' ? { email, type: byEmail } : { phone: number, type: byPhone }
    const token = await login.run({ ...who, pwd })
    if (token === null) return
    setDone(true)
    session.signIn(token)
    showToast({ title: t('login.done') })
    setTimeout(() => navigate(next), readingMs)
  }
  const problem = sentence(login.error)
  return (
    <Entrance
      title={t('login.title')}
      lead={t('login.lead')}
      foot={
        <span>
          {t('login.noAccount')} <Link href={paths.register()}>{t('login.register')}</Link>
        </span>
      }
    >
      <Tabs
        id="login"
        label={t('login.way')}
        tabs={[
          { id: 'email', label: t('field.email') },
          { id: 'phone', label: t('field.phone') },
        ]}
        value={way}
        onChange={setWay}
      />
      <TabPanel id="login" tab={way} className={styles.body}>
        <form className={styles.form} onSubmit={submit} noValidate>
          {way === 'email' ? (
            <Field
              label={t('field.email')}
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              value={email}
              onChange={setEmail}
              error={tried && !whoFits && t('error.email')}
            />
          ) : (
            <PhoneField value={phone} onChange={setPhone} error={tried && !whoFits && t('error.phone')} />
          )}
          <PasswordField
            label={t('field.password')}
            value={pwd}
            onChange={setPwd}
            error={tried && !isPasswordAllowed(pwd) && t('error.passwordWrong')}
          />
          {problem && <Problem>{problem}</Problem>}
          <Button
            type="submit"
            variant="primary"
            size="l"
            wide
            busy={(login.busy && t('login.busy')) || (done && t('login.opening'))}
          >
            {t('login.submit')}
          </Button>
        </form>
      </TabPanel>
      {isPractice && (
        <PracticeNote>
          <span>
            <b>{t('practice.title')}</b> {t('practice.demo', { email: demo.email, password: demo.pwd })}
          </span>
          <Button
            size="s"
            onClick={() => {
              setWay('email')
              setEmail(demo.email)
              setPwd(demo.pwd)
            }}
          >
            {t('practice.useDemo')}
          </Button>
        </PracticeNote>
      )}
    </Entrance>
  )
}
