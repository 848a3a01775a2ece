import type { DataOf } from '@glasshouse/core/calls'
import type { Network } from '@glasshouse/core/destinations/rules'
import { methodNames } from '@glasshouse/core/withdrawals/rules'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useLocation, useSearchParams } from 'wouter'
import { ListError } from '../../../components/ListError.tsx'
import { Withdrawals } from '../../../components/movements/Withdrawals.tsx'
import { columnsClass, Page, Panel } from '../../../components/page/Page.tsx'
import { useSignedIn } from '../../../components/useSignedIn.ts'
import { useQueryCall } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { pathInSite, paths } from '../../../paths.ts'
import { site } from '../../../site.ts'
import money from '../Money.module.css'
import { WithdrawalAddressForm } from './WithdrawalAddressForm.tsx'

/** TRC20 first, because most USDT transfers use it. */
const order = ['1002', '1001'] as const satisfies readonly Network[]

/** Withdrawal addresses, one per network. */
export default function ColdWallet() {
  return useSignedIn() ? <Saved /> : null
}

function Saved() {
  const { t } = useTranslation('money')
  const [search] = useSearchParams()
  const wallets = useQueryCall('/api/user/queryColdWallet', {})
  return (
    <Page title={t('cold.title')} lead={t('cold.lead')} back={pathInSite(search.get('next')) ?? paths.mine()}>
      <div className={columnsClass}>
        <Panel inset>
          {wallets.data ? (
            <Networks wallets={wallets.data} />
          ) : wallets.error ? (
            <ListError list={wallets} />
          ) : (
            <div aria-busy="true">
              <Skeleton width="100%" height={220} />
            </div>
          )}
        </Panel>
        {site === 'desktop' && (
          <Panel title={t('withdrawals.list')}>
            <Withdrawals />
          </Panel>
        )}
      </div>
    </Page>
  )
}

function Networks({ wallets }: { wallets: DataOf<'/api/user/queryColdWallet'> }) {
  const { t } = useTranslation('money')
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const network = order.find((known) => known === search.get('network')) ?? '1002'
  const next = pathInSite(search.get('next'))
  const turnTo = (other: Network) =>
    navigate(paths.bindColdWallet({ network: other, next }), { replace: true })
  return (
    <div className={money.form}>
      <div className={money.setting}>
        <span className={money.settingName}>{t('digital.network')}</span>
        <SegmentedControl
          label={t('digital.network')}
          options={order.map((known) => ({ value: known, label: `USDT (${methodNames[known]})` }))}
          value={network}
          onChange={turnTo}
        />
      </div>
      <WithdrawalAddressForm network={network} saved={wallets[network]} onNetwork={turnTo} />
    </div>
  )
}
