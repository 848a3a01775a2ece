import { lazy, Suspense, useState } from 'react'
import { type Assets, useAssets } from '../../components/holdings/useAssets.ts'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { site } from '../../site.ts'
import styles from './Account.module.css'
import { AccountLayout, Panel } from './AccountLayout.tsx'
import { Display } from './Display.tsx'
import { LimitsSummary } from './LimitsSummary.tsx'
import { NetWorth } from './NetWorth.tsx'
import { Profile } from './Profile.tsx'
import { PhoneAccount } from './phone/PhoneAccount.tsx'
import { SecuritySummary } from './SecuritySummary.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import type { OpenedShortcut } from './shortcuts.ts'

const Transfer = lazy(() => import('../../components/Transfer.tsx'))
const SendMoney = lazy(() => import('./SendMoney.tsx'))

/** The account: who I am, what I own, and the ways on. */
export default function Mine() {
  return useSignedIn() ? <Account /> : null
}

function Account() {
  const assets = useAssets()
  const [opened, setOpened] = useState<OpenedShortcut | null>(null)
  const close = () => setOpened(null)
  return (
    <AccountLayout room="overview">
      {site === 'phone' ? (
        <PhoneAccount assets={assets} onOpen={setOpened} />
      ) : (
        <Overview assets={assets} onOpen={setOpened} />
      )}
      <Suspense fallback={null}>
        {opened === 'transfer' && <Transfer onClose={close} />}
        {opened === 'send' && assets.user.data && <SendMoney info={assets.user.data} onClose={close} />}
      </Suspense>
    </AccountLayout>
  )
}

function Overview({ assets, onOpen }: { assets: Assets; onOpen: (what: OpenedShortcut) => void }) {
  const { t } = useTranslation('mine')
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>
        <NetWorth assets={assets} />
        <Panel title={t('shortcut.title')}>
          <Shortcuts info={assets.user} onOpen={onOpen} />
        </Panel>
        <LimitsSummary />
        <Display />
      </div>
      <div className={styles.stack}>
        <Profile info={assets.user} />
        <SecuritySummary info={assets.user} />
      </div>
    </div>
  )
}
