import type { WalletName } from '@glasshouse/core/wallets/rules'
import { Icon, type IconName } from '@glasshouse/ui/Icon'
import { Link } from 'wouter'
import { NetWorthLegend, Summary } from '../../../components/holdings/Summary.tsx'
import type { Assets } from '../../../components/holdings/useAssets.ts'
import { ListError } from '../../../components/ListError.tsx'
import { PhoneHead } from '../../../components/page/PhoneHead.tsx'
import { useTitle } from '../../../components/useTitle.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import { BalanceCurve } from '../BalanceCurve.tsx'
import { HideButton } from '../HideButton.tsx'
import { PromotionalCredit } from '../PromotionalCredit.tsx'
import { RecentTransactions } from '../RecentTransactions.tsx'
import { WalletTabs } from '../WalletTabs.tsx'
import styles from './PhoneAssets.module.css'

const ways = [
  { name: 'deposit', icon: 'download', path: paths.recharge() },
  { name: 'withdraw', icon: 'upload', path: paths.withdraw() },
  { name: 'transfer', icon: 'transfer', path: null },
  { name: 'exchange', icon: 'exchange', path: paths.exchange() },
  { name: 'journal', icon: 'rows', path: paths.journal() },
] as const satisfies readonly { name: string; icon: IconName; path: string | null }[]

/** The five funding actions, at the bottom edge. */
function Ways({ onTransfer }: { onTransfer: () => void }) {
  const { t } = useTranslation('assets')
  return (
    <div className={styles.ways}>
      {ways.map(({ name, icon, path }) => {
        const face = (
          <>
            <span className={styles.mark}>
              <Icon name={icon} size={20} />
            </span>
            {t(`act.${name}`)}
          </>
        )
        return path === null ? (
          <button key={name} type="button" className={styles.way} onClick={onTransfer}>
            {face}
          </button>
        ) : (
          <Link key={name} href={path} className={styles.way}>
            {face}
          </Link>
        )
      })}
    </div>
  )
}

/** Phone layout of the assets: chart and total, five actions, the wallets. */
export function PhoneAssets({
  assets,
  onTransfer,
}: {
  assets: Assets
  onTransfer: (from: WalletName) => void
}) {
  const { t } = useTranslation('assets')
  useTitle(t('title'))
  return (
    <>
      <PhoneHead title={<h1>{t('title')}</h1>} back={paths.mine()}>
        <HideButton />
      </PhoneHead>
      {assets.failed && assets.holdings === null ? (
        <ListError list={assets.failed} />
      ) : (
        <>
          <div className={styles.top}>
            <Summary holdings={assets.holdings} />
          </div>
          <Ways onTransfer={() => onTransfer('wallet')} />
          <div className={styles.parts}>
            <NetWorthLegend holdings={assets.holdings} />
          </div>
          <BalanceCurve />
          <PromotionalCredit user={assets.user.data} />
          <WalletTabs assets={assets} onTransfer={onTransfer} />
          <RecentTransactions />
        </>
      )}
    </>
  )
}
