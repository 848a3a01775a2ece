import type { DataOf } from '@glasshouse/core/calls'
import type { Network } from '@glasshouse/core/funding/destinations/rules'
import { wayNames } from '@glasshouse/core/funding/withdrawals/rules'
import { Segmented } from '@glasshouse/ui/Segmented'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useLocation, useSearchParams } from 'wouter'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useCall } from '../../../data/query.ts'
import { ListFailed } from '../../../components/ListFailed.tsx'
import { columnsClass, Page, Pane } from '../../../components/page/Page.tsx'
import { useSignedIn } from '../../../components/useSignedIn.ts'
import { innerPath, paths } from '../../../paths.ts'
import { site } from '../../../layouts/site.ts'
import { Withdrawals } from '../lists/Withdrawals.tsx'
import money from '../Money.module.css'
import { ColdForm } from './ColdForm.tsx'

/** TRC20 stands first: most people send USDT on it. */
const order = ['1002', '1001'] as const satisfies readonly Network[]

/** The cold wallets withdrawals go to, one on each network. */
export default function ColdWallet() {
  return useSignedIn() ? <Saved /> : null
}

function Saved() {
  const { t } = useTranslation('money')
  const [search] = useSearchParams()
  const wallets = useCall('/api/user/queryColdWallet', {})
  return (
    <Page title={t('cold.title')} lead={t('cold.lead')} back={innerPath(search.get('next')) ?? paths.mine()}>
      <div className={columnsClass}>
        <Pane inset>
          {wallets.data ? (
            <Networks wallets={wallets.data} />
          ) : wallets.error ? (
            <ListFailed list={wallets} />
          ) : (
            <div aria-busy="true">
              <Skeleton width="100%" height={220} />
            </div>
          )}
        </Pane>
        {site === 'desktop' && (
          <Pane title={t('withdrawals.list')}>
            <Withdrawals />
          </Pane>
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
  const next = innerPath(search.get('next'))
  const turnTo = (other: Network) =>
    navigate(paths.bindColdWallet({ network: other, next }), { replace: true })
  return (
    <div className={money.form}>
      <div className={money.setting}>
        <span className={money.settingName}>{t('digital.network')}</span>
        <Segmented
          label={t('digital.network')}
          options={order.map((known) => ({ value: known, label: `USDT (${wayNames[known]})` }))}
          value={network}
          onChange={turnTo}
        />
      </div>
      <ColdForm network={network} saved={wallets[network]} onNetwork={turnTo} />
    </div>
  )
}
