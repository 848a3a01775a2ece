import { buttonClass } from '@glasshouse/ui/Button'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Icon } from '@glasshouse/ui/Icon'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { Entrance } from '../../components/signIn/SignInLayout.tsx'
import { useSentence } from '../../components/useSentence.ts'
import { useTitle } from '../../components/useTitle.ts'
import { api } from '../../data/api.ts'
import { session } from '../../data/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { readSignInLink } from './introduction.ts'

/** Signs in with the one-time code of a link; the code leaves the address at once, a session token is refused. */
export default function SignInLink() {
  const { t } = useTranslation('account')
  useTitle(t('introduce.title'))
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const sentence = useSentence()
  const [introduction] = useState(() => readSignInLink(search))
  const [problem, setProblem] = useState<string | null>(null)
  const asked = useRef(false)

  useEffect(() => {
    if (asked.current) return
    asked.current = true
    // Neither history nor a shared screen keeps what allows a sign-in.
    window.history.replaceState(null, '', window.location.pathname)
    if (introduction.kind !== 'code') return
    api.call('/api/user/introduce', { code: introduction.code }).then(
      (token) => {
        session.signIn(token)
        navigate(paths.home(), { replace: true })
      },
      (error) => setProblem(sentence(error) ?? t('introduce.failed')),
    )
  }, [introduction, navigate, sentence, t])

  const refused = introduction.kind === 'code' ? problem : t(`introduce.${introduction.kind}`)
  return (
    <Entrance
      title={t('introduce.title')}
      lead={refused === null ? t('introduce.lead') : t('introduce.failed')}
      foot={
        <Link href={paths.login()} className={buttonClass()}>
          {t('login.title')}
        </Link>
      }
    >
      {refused === null ? (
        <p role="status">
          <Icon name="clock" /> {t('introduce.busy')}
        </p>
      ) : (
        <FieldError>{refused}</FieldError>
      )}
    </Entrance>
  )
}
