import type { ProfileView } from '@glasshouse/core/identity/profile/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { Icon } from '@glasshouse/ui/Icon'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { useLabelled } from '../../components/useLabelled.ts'
import { type QueryState, useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Account.module.css'
import { Panel } from './AccountLayout.tsx'
import { type Protection, protections, securityLevel } from './securityLevel.ts'

/** Where each protection is set up. */
const actions: Readonly<Record<Protection, string>> = {
  address: paths.security(),
  factor: paths.security(),
  passkey: paths.security(),
  recoveryCodes: paths.security(),
  withdrawPassword: paths.edit({ type: '0', next: paths.mine() }),
  letterWord: paths.security(),
}

/** What protects the account and what is missing, each with its action, and where one is signed in. */
export function SecuritySummary({ info }: { info: QueryState<ProfileView> }) {
  const { t } = useTranslation('mine')
  const labelled = useLabelled()
  const figures = useFormatters()
  const passkeys = useQueryCall('/api/user/passkeys', {})
  const sessions = useQueryCall('/api/user/sessions', {})
  if (info.data === undefined || passkeys.data === undefined)
    return (
      <Panel title={t('protection.title')}>
        <Skeleton width="100%" height={180} />
      </Panel>
    )
  const { has, level } = securityLevel(info.data, passkeys.data.length)
  return (
    <Panel
      title={t('protection.title')}
      aside={<Badge tone={level === 'basic' ? 'warn' : 'brand'}>{t(`protection.level.${level}`)}</Badge>}
      text={t('protection.count', {
        have: figures.whole(has.length),
        all: figures.whole(protections.length),
      })}
    >
      <ul className={styles.rows}>
        {protections.map((name) => (
          <li key={name} className={styles.fact}>
            {has.includes(name) ? <Icon name="check" /> : <Icon name="minus" />}
            <span className={styles.lineText}>{t(`protection.name.${name}`)}</span>
            {has.includes(name) ? (
              <span className={styles.small}>{t('protection.done')}</span>
            ) : (
              <Link
                href={actions[name]}
                className={styles.link}
                aria-label={labelled(t('protection.setUp'), t(`protection.name.${name}`))}
              >
                {t('protection.setUp')}
              </Link>
            )}
          </li>
        ))}
        {sessions.data !== undefined && (
          <li className={styles.fact}>
            <Icon name="person" />
            <span className={styles.lineText}>
              {t('protection.sessions', { count: sessions.data.length })}
            </span>
            <Link href={paths.security()} className={styles.link}>
              {t('protection.view')}
            </Link>
          </li>
        )}
      </ul>
    </Panel>
  )
}
