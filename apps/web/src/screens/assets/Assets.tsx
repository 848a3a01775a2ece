import type { WalletName } from '@glasshouse/core/wallets/rules'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { NetWorthLegend, Summary } from '../../components/holdings/Summary.tsx'
import { useAssets } from '../../components/holdings/useAssets.ts'
import { ListError } from '../../components/ListError.tsx'
import { Page, Panel } from '../../components/page/Page.tsx'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import styles from './Assets.module.css'
import { BalanceCurve } from './BalanceCurve.tsx'
import { HideButton } from './HideButton.tsx'
import { PromotionalCredit } from './PromotionalCredit.tsx'
import { PhoneAssets } from './phone/PhoneAssets.tsx'
import { RecentTransactions } from './RecentTransactions.tsx'
import { WalletTabs } from './WalletTabs.tsx'

const Transfer = lazy(() => import('../../components/Transfer.tsx'))

/** Assets of a customer: chart, total, and the four wallets. */
export default function Assets() {
  return useSignedIn() ? <Owned /> : null
}

function Owned() {
  const { t } = useTranslation('assets')
  const assets = useAssets()
  const [from, setFrom] = useState<WalletName | null>(null)
  return (
    <>
      {site === 'phone' ? (
        <PhoneAssets assets={assets} onTransfer={setFrom} />
      ) : (
        <Page
          title={t('title')}
          back={paths.mine()}
          tools={
            <>
              <HideButton />
              <Acts onTransfer={() => setFrom('wallet')} />
            </>
          }
        >
          <Panel className={styles.overview}>
            {assets.failed && assets.holdings === null ? (
              <ListError list={assets.failed} />
            ) : (
              <>
                <Summary holdings={assets.holdings} />
                <NetWorthLegend holdings={assets.holdings} />
              </>
            )}
          </Panel>
          <BalanceCurve />
          <PromotionalCredit user={assets.user.data} />
          <WalletTabs assets={assets} onTransfer={setFrom} />
          <RecentTransactions />
        </Page>
      )}
      {from !== null && (
        <Suspense fallback={null}>
          <Transfer
            from={from}
            to={from === 'wallet' ? 'contract' : 'wallet'}
            onClose={() => setFrom(null)}
          />
        </Suspense>
      )}
    </>
  )
}

function Acts({ onTransfer }: { onTransfer: () => void }) {
  const { t } = useTranslation('assets')
  return (
    <>
      <Link href={paths.journal()} className={buttonClass({ variant: 'quiet' })}>
        <Icon name="rows" size={14} />
        {t('act.journal')}
      </Link>
      <Link href={paths.exchange()} className={buttonClass()}>
        <Icon name="exchange" size={14} />
        {t('act.exchange')}
      </Link>
      <Button icon={<Icon name="transfer" size={14} />} onClick={onTransfer}>
        {t('act.transfer')}
      </Button>
      <Link href={paths.withdraw()} className={buttonClass()}>
        <Icon name="upload" size={14} />
        {t('act.withdraw')}
      </Link>
      <Link href={paths.recharge()} className={buttonClass({ variant: 'primary' })}>
        <Icon name="download" size={14} />
        {t('act.deposit')}
      </Link>
    </>
  )
}
