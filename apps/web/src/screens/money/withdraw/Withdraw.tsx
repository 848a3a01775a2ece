import { type WithdrawalWay, wayNames, withdrawalWays } from '@glasshouse/core/funding/withdrawals/rules'
import { Segmented } from '@glasshouse/ui/Segmented'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useLocation, useSearchParams } from 'wouter'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useCall } from '../../../data/query.ts'
import { ListFailed } from '../../../components/ListFailed.tsx'
import { columnsClass, Page, Pane } from '../../../components/page/Page.tsx'
import { useSignedIn } from '../../../components/useSignedIn.ts'
import { paths } from '../../../paths.ts'
import { Withdrawals } from '../lists/Withdrawals.tsx'
import styles from '../Money.module.css'
import { wayOnWire } from './plan.ts'
import { WithdrawForm } from './WithdrawForm.tsx'

/** Withdrawals: what one would cost and whether it would be taken on one side, what became of earlier ones beside it. */
export default function Withdraw() {
  return useSignedIn() ? <Ways /> : null
}

function Ways() {
  const { t } = useTranslation('money')
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const way = withdrawalWays.find((known) => known === search.get('way')) ?? 'bank'
  return (
    <Page title={t('withdraw.title')} lead={t('withdraw.lead')} back={paths.assets()}>
      <div className={columnsClass}>
        <Pane inset>
          <div className={styles.form}>
            <div className={styles.setting}>
              <span className={styles.settingName}>{t('withdraw.way')}</span>
              <Segmented
                label={t('withdraw.way')}
                options={withdrawalWays.map((known) => ({
                  value: known,
                  label: known === 'bank' ? t('withdraw.bank') : wayNames[known],
                }))}
                value={way}
                onChange={(next) => navigate(paths.withdraw({ way: next }), { replace: true })}
              />
            </div>
            <Quoted key={way} way={way} />
          </div>
        </Pane>
        <Pane title={t('withdrawals.list')}>
          <Withdrawals />
        </Pane>
      </div>
    </Page>
  )
}

/** The form, once the server has said what holds for this way. */
function Quoted({ way }: { way: WithdrawalWay }) {
  const quote = useCall('/api/pay/withdrawQuote', wayOnWire(way))
  const info = useCall('/api/user/getuserinfo', {})
  const failed = quote.error ? quote : info.error ? info : null
  if (quote.data !== undefined && info.data !== undefined)
    return <WithdrawForm way={way} quote={quote.data} hasPassword={info.data.withdrawpsd === 1} />
  return failed ? (
    <ListFailed list={failed} />
  ) : (
    <div aria-busy="true">
      <Skeleton width="100%" height={320} />
    </div>
  )
}
