import { Button } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Amount } from '../../components/holdings/Amount.tsx'
import type { Assets } from '../../components/holdings/useAssets.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Assets.module.css'
import { CoinTable } from './CoinTable.tsx'
import { coinRows } from './coinRows.ts'

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
              value: user.data ? (
                <Amount amount={user.data.wallets.coin} />
              ) : (
                <Skeleton width={90} height={14} />
              ),
            },
          ]}
        />
        <div className={styles.acts}>
          <Button onClick={onTransfer}>{t('act.transfer')}</Button>
        </div>
      </div>
      <CoinTable kind="products" list={products} rows={products.data && coinRows(products.data)} />
    </>
  )
}
