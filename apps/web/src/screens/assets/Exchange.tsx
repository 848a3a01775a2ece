import { type CoinBalance, coinWalletFromWire, walletFromWire } from '@glasshouse/core/wallets/codec'
import { buttonClass } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Link, useLocation, useSearchParams } from 'wouter'
import { ListError } from '../../components/ListError.tsx'
import { columnsClass, Page, Panel } from '../../components/page/Page.tsx'
import { useSignedIn } from '../../components/useSignedIn.ts'
import { useDecodedCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import styles from './Assets.module.css'
import { CoinTable } from './CoinTable.tsx'
import { coinId, walletRows } from './coinRows.ts'
import { ExchangeForm } from './ExchangeForm.tsx'
import { useLiveCoins } from './useLiveCoins.ts'

/** Converts a coin of the main wallet, or a product of the coin wallet, to USDT. */
export default function Exchange() {
  return useSignedIn() ? <Market /> : null
}

function Market() {
  const { t } = useTranslation('assets')
  return (
    <Page title={t('exchange.title')} lead={t('exchange.lead')} back={paths.assets()}>
      <Coins />
    </Page>
  )
}

const noCoins: readonly CoinBalance[] = []

function Coins() {
  const { t } = useTranslation('assets')
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const wallet = useDecodedCall('/api/user/wallet', {}, walletFromWire)
  const products = useDecodedCall('/api/user/coinWallet', {}, coinWalletFromWire)
  const coins = useLiveCoins(wallet.data?.coins ?? noCoins)
  const otherCoins = useLiveCoins(products.data ?? noCoins)
  const failed = wallet.error ? wallet : products.error ? products : null
  if (wallet.data === undefined || products.data === undefined)
    return (
      <Panel inset className={styles.exchange}>
        {failed ? (
          <ListError list={failed} />
        ) : (
          <div aria-busy="true">
            <Skeleton width="100%" height={220} />
          </div>
        )}
      </Panel>
    )
  const sellable = [...coins, ...otherCoins].filter(({ amount }) => amount > 0n)
  const chosen = sellable.find((coin) => String(coinId(coin)) === search.get('coin')) ?? sellable[0]
  if (chosen === undefined)
    return (
      <Panel inset>
        <EmptyState
          icon="exchange"
          title={t('noCoins')}
          text={t('noCoinsText')}
          action={
            <Link href={paths.recharge()} className={buttonClass({ variant: 'primary' })}>
              {t('act.deposit')}
            </Link>
          }
        />
      </Panel>
    )
  return (
    <div className={columnsClass}>
      <Panel inset>
        <ExchangeForm
          coins={sellable}
          coin={chosen}
          onCoin={(id) => navigate(paths.exchange({ coin: String(id) }), { replace: true })}
          onSold={() => navigate(paths.journal({ type: '2' }))}
        />
      </Panel>
      {site === 'desktop' && (
        <Panel title={t('coins')}>
          <CoinTable
            kind="coins"
            list={wallet}
            rows={walletRows({ ...wallet.data, coins })}
            chosen={coinId(chosen)}
          />
        </Panel>
      )}
    </div>
  )
}
