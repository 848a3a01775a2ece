import { Button } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Amount } from './Amount.tsx'
import styles from './Assets.module.css'
import { CoinTable } from './CoinTable.tsx'
import type { Assets } from './useAssets.ts'

/** Coin wallet: its USDT, and products received from subscriptions. */
export function CoinWallet({ assets, onTransfer }: { assets: Assets; onTransfer: () => void }) {
  const { t } = useTranslation('assets')
  const { user, products } = assets
  return (
    <>
      <div className={styles.contract}>
        <DescriptionList
          items={[
            {
              id: 'usdt',
              label: 'USDT',
              value: user.data ? <Amount text={user.data.coinwallet} /> : <Skeleton width={90} height={14} />,
            },
          ]}
        />
        <div className={styles.acts}>
          <Button onClick={onTransfer}>{t('act.transfer')}</Button>
        </div>
      </div>
      <CoinTable kind="products" list={products} />
    </>
  )
}
