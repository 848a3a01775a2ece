import { methodNames, type WithdrawalMethod, withdrawalMethods } from '@glasshouse/core/withdrawals/rules'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useLocation, useSearchParams } from 'wouter'
import { ListError } from '../../../components/ListError.tsx'
import { Withdrawals } from '../../../components/movements/Withdrawals.tsx'
import { columnsClass, Page, Panel } from '../../../components/page/Page.tsx'
import { useSignedIn } from '../../../components/useSignedIn.ts'
import { useProfile } from '../../../data/profile.ts'
import { useWithdrawalQuote } from '../../../data/withdrawals.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import styles from '../Money.module.css'
import { WithdrawForm } from './WithdrawForm.tsx'

/** Withdrawals: form on one side, the list of withdrawals on the other. */
export default function Withdraw() {
  return useSignedIn() ? <Ways /> : null
}

function Ways() {
  const { t } = useTranslation('money')
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const method = withdrawalMethods.find((known) => known === search.get('way')) ?? 'bank'
  return (
    <Page title={t('withdraw.title')} lead={t('withdraw.lead')} back={paths.assets()}>
      <div className={columnsClass}>
        <Panel inset>
          <div className={styles.form}>
            <div className={styles.setting}>
              <span className={styles.settingName}>{t('withdraw.way')}</span>
              <SegmentedControl
                label={t('withdraw.way')}
                options={withdrawalMethods.map((known) => ({
                  value: known,
                  label: known === 'bank' ? t('withdraw.bank') : methodNames[known],
                }))}
                value={method}
                onChange={(next) => navigate(paths.withdraw({ way: next }), { replace: true })}
              />
            </div>
            <Quoted key={method} way={method} />
          </div>
        </Panel>
        <Panel title={t('withdrawals.list')}>
          <Withdrawals />
        </Panel>
      </div>
    </Page>
  )
}

/** Form, once the server has quoted this method. */
function Quoted({ way }: { way: WithdrawalMethod }) {
  const quote = useWithdrawalQuote(way, null)
  const info = useProfile()
  const failed = quote.error ? quote : info.error ? info : null
  if (quote.data !== undefined && info.data !== undefined)
    return <WithdrawForm way={way} quote={quote.data} hasPassword={info.data.hasWithdrawPassword} />
  return failed ? (
    <ListError list={failed} />
  ) : (
    <div aria-busy="true">
      <Skeleton width="100%" height={320} />
    </div>
  )
}
