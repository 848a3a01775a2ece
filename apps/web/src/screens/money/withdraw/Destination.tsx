import type { WithdrawalQuote } from '@glasshouse/core/withdrawals/codec'
import type { WithdrawalMethod } from '@glasshouse/core/withdrawals/rules'
import { Link } from 'wouter'
import { useFormatters } from '../../../components/formatters.ts'
import { useCurrentPath } from '../../../components/useCurrentPath.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import money from '../Money.module.css'
import styles from './Withdraw.module.css'

/** Destination of the withdrawal, or a link to the step that is required first. */
export function Destination({
  way,
  quote,
  hasPassword,
}: {
  way: WithdrawalMethod
  quote: WithdrawalQuote
  hasPassword: boolean
}) {
  const { t } = useTranslation('money')
  const here = useCurrentPath()
  const form =
    way === 'bank' ? paths.bank({ next: here }) : paths.bindColdWallet({ network: way, next: here })
  return (
    <>
      {!hasPassword && (
        <p className={`${money.note} ${money.warn}`}>
          {t('withdraw.passwordFirst')}{' '}
          <Link href={paths.edit({ next: here })}>{t('withdraw.setPassword')}</Link>
        </p>
      )}
      {quote.destination === null ? (
        <p className={`${money.note} ${money.warn}`}>
          {t(way === 'bank' ? 'withdraw.bankFirst' : 'withdraw.addressFirst')}{' '}
          <Link href={form}>{t(way === 'bank' ? 'withdraw.addBank' : 'withdraw.addAddress')}</Link>
        </p>
      ) : (
        <div className={styles.to}>
          <span className={money.settingName}>{t('withdraw.to')}</span>
          <span className={styles.destination}>{quote.destination}</span>
          <Link className={styles.change} href={form}>
            {t('withdraw.change')}
          </Link>
        </div>
      )}
      <Pause quote={quote} />
    </>
  )
}

/** Pause of on-chain withdrawals: reason, end, and alternatives. */
function Pause({ quote: { pause, reason } }: { quote: WithdrawalQuote }) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  if (pause === null) return null
  return (
    <p className={`${money.note} ${money.warn}`} role="status">
      {t('withdraw.paused', { until: figures.full(pause.untilMs) })}{' '}
      {reason !== null && t('withdraw.why', { reason: t(`reason.${reason}`) })} {t('withdraw.meanwhile')}
    </p>
  )
}
