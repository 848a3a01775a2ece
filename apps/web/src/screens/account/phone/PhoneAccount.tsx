import { Icon } from '@glasshouse/ui/Icon'
import { Link } from 'wouter'
import type { Assets } from '../../../components/holdings/useAssets.ts'
import { Panel as PagePane } from '../../../components/page/Page.tsx'
import { SignOut } from '../../../components/SignOut.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from '../Account.module.css'
import { Panel, rooms } from '../AccountLayout.tsx'
import { Display } from '../Display.tsx'
import { LimitsSummary } from '../LimitsSummary.tsx'
import { NetWorth } from '../NetWorth.tsx'
import { Profile } from '../Profile.tsx'
import { SecuritySummary } from '../SecuritySummary.tsx'
import { Shortcuts } from '../Shortcuts.tsx'
import type { OpenedShortcut } from '../shortcuts.ts'

/** The account for one hand: how much, who, the ways on, then the pages of the account. */
export function PhoneAccount({ assets, onOpen }: { assets: Assets; onOpen: (what: OpenedShortcut) => void }) {
  const { t } = useTranslation('mine')
  return (
    <>
      <NetWorth assets={assets} />
      <Profile info={assets.user} />
      <Panel title={t('shortcut.title')}>
        <Shortcuts info={assets.user} onOpen={onOpen} />
      </Panel>
      <nav aria-label={t('rooms')}>
        {rooms
          .filter(({ name }) => name !== 'overview')
          .map(({ name, icon, path }) => (
            <Link key={name} href={path} className={styles.phoneRoom}>
              <Icon name={icon} size={20} />
              <span className={styles.whoText}>
                {t(`room.${name}`)}
                {name !== 'overview' && <span className={styles.small}>{t(`roomText.${name}`)}</span>}
              </span>
              <Icon name="right" />
            </Link>
          ))}
      </nav>
      <SecuritySummary info={assets.user} />
      <LimitsSummary />
      <Display />
      <PagePane inset>
        <SignOut />
      </PagePane>
    </>
  )
}
