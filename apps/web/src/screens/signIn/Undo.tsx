import { Button, buttonClass } from '@glasshouse/ui/Button'
import { FieldError } from '@glasshouse/ui/FieldError'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import styles from '../../components/signIn/SignInLayout.module.css'
import { Entrance } from '../../components/signIn/SignInLayout.tsx'
import { useSentence } from '../../components/useSentence.ts'
import { useTitle } from '../../components/useTitle.ts'
import { useMutation } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'

const notFound = 1005

/**
 * Undoes what the link of a letter is for. It waits for a press, because programs that look at mail open links, too;
 * the token leaves the address at once.
 */
export default function Undo() {
  const { t } = useTranslation(['access', 'account'])
  useTitle(t('undo.title'))
  const [search] = useSearchParams()
  const [token] = useState(() => search.get('token') ?? '')
  useEffect(() => window.history.replaceState(null, '', window.location.pathname), [])
  const sentence = useSentence()
  const undo = useMutation('/api/user/undo')
  const [kind, setKind] = useState<'email' | 'phone' | 'lostFactor' | 'signIn' | null>(null)
  const problem = undo.error?.retCode === notFound ? t('undo.gone') : sentence(undo.error)
  const run = async () => {
    const answer = await undo.run({ token })
    if (answer !== null) setKind(answer.kind)
  }
  return (
    <Entrance
      title={t('undo.title')}
      lead={t('undo.lead')}
      foot={
        <Link href={kind === 'lostFactor' ? paths.forget() : paths.login()} className={buttonClass()}>
          {kind === 'lostFactor' ? t('account:forget.title') : t('account:login.title')}
        </Link>
      }
    >
      {kind !== null ? (
        <p role="status">{t(`undo.${kind}`)}</p>
      ) : token === '' ? (
        <FieldError>{t('undo.missing')}</FieldError>
      ) : (
        <div className={styles.form}>
          <p>{t('undo.text')}</p>
          {problem && <FieldError>{problem}</FieldError>}
          <Button
            variant="primary"
            size="l"
            wide
            busy={undo.busy && t('undo.busy')}
            onClick={() => void run()}
          >
            {t('undo.submit')}
          </Button>
        </div>
      )}
    </Entrance>
  )
}
