import type { WalletName } from '@glasshouse/core/wallets/rules'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { Assets } from '../../components/holdings/useAssets.ts'
import { Panel, paneTabsClass } from '../../components/page/Page.tsx'
import { visibleWallets } from '../../components/walletAmounts.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Assets.module.css'
import { CoinTable } from './CoinTable.tsx'
import { CoinWallet } from './CoinWallet.tsx'
import { ContractFacts } from './ContractFacts.tsx'
import { walletRows } from './coinRows.ts'

/** Tabs of the four wallets. */
export function WalletTabs({
  assets,
  onTransfer,
}: {
  assets: Assets
  onTransfer: (from: WalletName) => void
}) {
  const { t } = useTranslation(['assets', 'account'])
  const [search] = useSearchParams()
  const [wallet, setWallet] = useState<WalletName>(search.get('wallet') === 'coin' ? 'coin' : 'wallet')
  return (
    <Panel>
      <Tabs
        id="wallets"
        className={paneTabsClass}
        label={t('wallets')}
        tabs={visibleWallets.map((name) => ({ id: name, label: t(`account:wallets.${name}`) }))}
        value={wallet}
        onChange={setWallet}
      />
      <TabPanel id="wallets" tab={wallet} className={styles.panel}>
        {wallet === 'wallet' && (
          <CoinTable
            kind="coins"
            list={assets.wallet}
            rows={assets.wallet.data && walletRows(assets.wallet.data)}
          />
        )}
        {wallet === 'contract' && (
          <ContractFacts
            wallet="contract"
            figures={assets.contract}
            onTransfer={() => onTransfer('contract')}
          />
        )}
        {wallet === 'contract2' && (
          <ContractFacts
            wallet="contract2"
            figures={assets.contract2}
            onTransfer={() => onTransfer('contract2')}
          />
        )}
        {wallet === 'coin' && <CoinWallet assets={assets} onTransfer={() => onTransfer('coin')} />}
      </TabPanel>
    </Panel>
  )
}
