import { Badge } from '@glasshouse/ui/Badge'
import { buttonClass } from '@glasshouse/ui/Button'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Link } from 'wouter'
import { ListError } from '../../components/ListError.tsx'
import { Panel as PagePane } from '../../components/page/Page.tsx'
import { useLabelled } from '../../components/useLabelled.ts'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useProfile } from '../../data/profile.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Account.module.css'
import { AccountLayout, Panel } from './AccountLayout.tsx'
import { Addresses } from './Addresses.tsx'
import { ApiKeys } from './ApiKeys.tsx'
import { LetterWord } from './LetterWord.tsx'
import { OwnLock } from './OwnLock.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Sessions } from './Sessions.tsx'
import { TwoStep } from './TwoStep.tsx'

/** Who may get into the account: the second step, passwords, and where one is signed in. */
export default function Security() {
  return useSignedIn() ? <Guarded /> : null
}

function Guarded() {
  const { t } = useTranslation('mine')
  const info = useProfile()
  return (
    <AccountLayout room="security" lead={t('roomText.security')}>
      {info.data ? (
        <>
          <Addresses info={info.data} />
          <TwoStep on={info.data.hasTwoStep} recoveryCodes={info.data.recoveryCodes} />
          <Passkeys />
          <Passwords hasWithdraw={info.data.hasWithdrawPassword} />
          <LetterWord word={info.data.letterWord} />
        </>
      ) : info.error ? (
        <ListError list={info} />
      ) : (
        <PagePane inset busy>
          <Skeleton width="100%" height={220} />
        </PagePane>
      )}
      <Sessions />
      <ApiKeys />
      {info.data?.lock === null && <OwnLock />}
    </AccountLayout>
  )
}

function Passwords({ hasWithdraw }: { hasWithdraw: boolean }) {
  const { t } = useTranslation('mine')
  const labelled = useLabelled()
  return (
    <Panel title={t('passwords.title')}>
      <div className={styles.rows}>
        <div className={styles.line}>
          <div className={styles.lineText}>
            <b>{t('passwords.signIn')}</b>
            <span className={styles.small}>{t('passwords.signInText')}</span>
          </div>
          <Link
            href={paths.forget()}
            className={buttonClass()}
            aria-label={labelled(t('change'), t('passwords.signIn'))}
          >
            {t('change')}
          </Link>
        </div>
        <div className={styles.line}>
          <div className={styles.lineText}>
            <b>{t('shortcut.withdrawPassword')}</b>{' '}
            <Badge tone={hasWithdraw ? 'brand' : 'warn'}>
              {hasWithdraw ? t('passwords.isSet') : t('passwords.notSet')}
            </Badge>
            <span className={styles.small}>{t('passwords.withdrawText')}</span>
          </div>
          <Link
            href={paths.edit({ type: hasWithdraw ? '1' : '0', next: paths.security() })}
            className={buttonClass()}
            aria-label={labelled(
              hasWithdraw ? t('change') : t('passwords.set'),
              t('shortcut.withdrawPassword'),
            )}
          >
            {hasWithdraw ? t('change') : t('passwords.set')}
          </Link>
        </div>
      </div>
    </Panel>
  )
}
