import { buttonClass } from '@glasshouse/ui/Button'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { StateNote } from '@glasshouse/ui/StateNote'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearchParams } from 'wouter'
import { useCall } from '../../live/query.ts'
import { ListFailed } from '../../parts/ListFailed.tsx'
import { useSignedIn } from '../../parts/useSignedIn.ts'
import { useTitle } from '../../parts/useTitle.ts'
import { paths } from '../../paths.ts'
import { PhoneHead } from '../../shells/phone/PhoneHead.tsx'
import { site } from '../../shells/site.ts'
import styles from './Assets.module.css'
import { ExchangeForm } from './ExchangeForm.tsx'
import { coinsOf } from './holdings.ts'

/** How often the rate is asked for again while somebody reads it. */
const rateEveryMs = 2000

/** Sells a coin of the wallet, or a product of the coin wallet, for USDT. */
export default function Exchange() {
  return useSignedIn() ? <Market /> : null
}

function Market() {
  const { t } = useTranslation('assets')
  useTitle(t('exchange.title'))
  return (
    <>
      {site === 'phone' && <PhoneHead title={<h1>{t('exchange.title')}</h1>} back={paths.assets()} />}
      <div className={styles.narrow}>
        {site === 'desktop' && <h1 className={styles.title}>{t('exchange.title')}</h1>}
        <p className={styles.lead}>{t('exchange.lead')}</p>
        <div className={styles.box}>
          <Coins />
        </div>
      </div>
    </>
  )
}

function Coins() {
  const { t } = useTranslation('assets')
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const coins = useCall('/api/user/wallet', {}, { everyMs: rateEveryMs })
  const products = useCall('/api/user/coinWallet', {}, { everyMs: rateEveryMs })
  const failed = coins.error ? coins : products.error ? products : null
  if (coins.data === undefined || products.data === undefined)
    return failed ? (
      <ListFailed list={failed} />
    ) : (
      <div aria-busy="true">
        <Skeleton width="100%" height={220} />
      </div>
    )
  const sellable = [...coinsOf(coins.data), ...products.data].filter(({ amount }) => /[1-9]/.test(amount))
  const chosen = sellable.find(({ id }) => String(id) === search.get('coin')) ?? sellable[0]
  if (chosen === undefined)
    return (
      <StateNote
        icon="exchange"
        title={t('noCoins')}
        text={t('noCoinsText')}
        action={
          <Link href={paths.recharge()} className={buttonClass({ variant: 'primary' })}>
            {t('act.deposit')}
          </Link>
        }
      />
    )
  return (
    <ExchangeForm
      coins={sellable}
      coin={chosen}
      onCoin={(id) => navigate(paths.exchange({ coin: String(id) }), { replace: true })}
      onSold={() => navigate(paths.journal({ type: '2' }))}
    />
  )
}
