import type { Market } from '@glasshouse/core/markets/codec'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Icon } from '@glasshouse/ui/Icon'
import { MarginLevelGauge } from '@glasshouse/ui/MarginLevelGauge'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { Link } from 'wouter'
import { type AccountShown, type AccountView, gaugePercent } from '../../components/contract/account.ts'
import type { TradingData } from '../../components/contract/tradingData.ts'
import { useAccountNow, useAccountShown } from '../../components/contract/useTradingAccount.ts'
import { useFormatters } from '../../components/formatters.ts'
import { priceDirection } from '../../components/market/market.ts'
import { useStreamStatus } from '../../data/stream.ts'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './AccountPanel.module.css'

function Risk({ account }: { account: AccountView | null }) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const rate = account?.marginLevel ?? null
  const text = rate === null ? t('account.noRisk') : figures.percent(rate)
  return (
    <>
      <div className={styles.risk}>
        <h2>{t('account.risk')}</h2>
        {account && <b className={rate === null ? styles.none : undefined}>{text}</b>}
      </div>
      <MarginLevelGauge
        label={t('account.risk')}
        value={gaugePercent(rate)}
        valueText={text}
        liquidation={t('account.liquidation')}
        transfer={t('account.transfers')}
      />
    </>
  )
}

function Figures({ account, shown }: { account: AccountView | null; shown: AccountShown | null }) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const amount = (units: bigint | undefined) =>
    units === undefined ? <Skeleton width={64} /> : figures.own(units)
  const income = shown && (
    <PriceChange direction={priceDirection(shown.profit)} arrow={false}>
      {figures.own(shown.profit, 'always')}
    </PriceChange>
  )
  return (
    <DescriptionList
      dense
      items={[
        { id: 'balance', label: t('account.balance'), value: amount(account?.balance) },
        { id: 'available', label: t('account.available'), value: amount(account?.available) },
        { id: 'margin', label: t('account.margin'), value: amount(shown?.margin) },
        { id: 'hold', label: t('account.hold'), value: amount(shown?.hold) },
        { id: 'income', label: t('account.income'), value: income ?? <Skeleton width={64} /> },
      ]}
    />
  )
}

/** Live figures of the contract wallet. */
export function AccountPanel({
  trader,
  markets,
  onTransfer,
}: {
  trader: TradingData
  markets: readonly Market[]
  onTransfer: () => void
}) {
  const { t } = useTranslation('contract')
  const visitor = useSession() === null
  const account = useAccountNow(trader, markets)
  const displayed = useAccountShown(trader, markets)
  const status = useStreamStatus()
  const { error, reload } = trader.account
  return (
    <section
      className={`${styles.panel} ${status === 'down' ? styles.cut : ''}`}
      aria-label={t('account.title')}
    >
      <Risk account={account} />
      {visitor && <p className={styles.note}>{t('account.visitor')}</p>}
      {!visitor && error && !account && (
        <p className={styles.note} role="alert">
          {t('failed.account')}{' '}
          <Button size="s" onClick={reload}>
            {t('retry')}
          </Button>
        </p>
      )}
      {!visitor && (!error || account) && <Figures account={account} shown={displayed} />}
      {!visitor && (
        <div className={styles.buttons}>
          <Button icon={<Icon name="transfer" size={14} />} onClick={onTransfer}>
            {t('account.transfer')}
          </Button>
          <Link className={buttonClass()} href={paths.recharge()}>
            <Icon name="download" size={14} />
            {t('account.deposit')}
          </Link>
        </div>
      )}
    </section>
  )
}
