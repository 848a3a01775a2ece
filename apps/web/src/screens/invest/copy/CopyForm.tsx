import { dayMs } from '@glasshouse/core/calendar/durations'
import { canBeCopied } from '@glasshouse/core/invest/copy/lead'
import { percentOfPpm } from '@glasshouse/core/invest/copy/productRules'
import { dealingPointOf } from '@glasshouse/core/invest/copy/schedule'
import { formatUnitPrice } from '@glasshouse/core/invest/orders/codec'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { type DescriptionItem, DescriptionList } from '@glasshouse/ui/DescriptionList'
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { useCalendarNow } from '../../../components/calendar.ts'
import { useFormatters } from '../../../components/formatters.ts'
import { NumberField } from '../../../components/NumberField.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { isPractice } from '../../../mode.ts'
import { paths } from '../../../paths.ts'
import { AmountField } from '../BuyForm.tsx'
import { Countdown } from '../Countdown.tsx'
import styles from '../Invest.module.css'
import type { AmountView } from '../purchase.ts'
import { useInvestor } from '../useInvest.ts'
import copyStyles from './Copy.module.css'
import {
  type CopyProductTerms,
  copyLimits,
  stopLossLimit,
  stopLossOf,
  stopLossPercents,
  unitsAbout,
} from './terms.ts'

const ConfirmCopy = lazy(() => import('./ConfirmCopy.tsx'))

/** An order of a copy product: amount, stop-loss, what it does, and the way to confirm it. */
export function CopyForm({
  product,
  typed,
  onType,
  view,
}: {
  product: CopyProductTerms
  typed: string
  onType: (text: string) => void
  view: AmountView
}) {
  const { t } = useTranslation('copy')
  const figures = useFormatters()
  const { signedIn } = useInvestor()
  const [stop, setStop] = useState(String(stopLossPercents.usual))
  const [asking, setAsking] = useState<{ amount: Usdt; stopLoss: number } | null>(null)
  const stopLoss = stopLossOf(stop)
  const reason = useObstacle(product, view) ?? (stopLoss === null ? true : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason === undefined && view.amount !== null && stopLoss !== null)
      setAsking({ amount: view.amount, stopLoss })
  }
  const items = useCopyItems(product, view.amount)
  return (
    <div>
      <form className={styles.form} onSubmit={submit} noValidate>
        <AmountField limits={copyLimits(product)} typed={typed} onType={onType} view={view} />
        <NumberField
          label={t('stopLoss')}
          limits={t('stopLossLimits')}
          unit="%"
          whole
          value={stop}
          onChange={setStop}
          error={stopLoss === null ? t('stopLossWrong') : undefined}
        />
        {view.amount !== null && stopLoss !== null && (
          <p className={styles.caption}>
            {t('stopLossText', { limit: figures.amount(stopLossLimit(view.amount, stopLoss), 'floor') })}
          </p>
        )}
        <DescriptionList items={items} />
        <Warnings />
        {signedIn ? (
          <Button type="submit" variant="primary" size="l" wide reasonPlace="below" reason={reason}>
            {view.amount === null
              ? t('submitEmpty')
              : t('submit', { amount: figures.plain(formatUsdt(view.amount)) })}
          </Button>
        ) : (
          <Link
            href={paths.login({ next: paths.details({ id: product.id }) })}
            className={buttonClass({ variant: 'primary', size: 'l', wide: true })}
          >
            {t('signIn')}
          </Link>
        )}
      </form>
      {asking !== null && (
        <Suspense fallback={null}>
          <ConfirmCopy
            product={product}
            amount={asking.amount}
            stopLoss={asking.stopLoss}
            onClose={() => setAsking(null)}
            onDone={() => {
              setAsking(null)
              onType('')
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

function Warnings() {
  const { t } = useTranslation(['copy', 'account'])
  return (
    <>
      <p className={`${styles.note} ${copyStyles.warning}`}>{t('canLose')}</p>
      {isPractice && <p className={`${styles.note} ${styles.practice}`}>{t('account:practice.playMoney')}</p>}
    </>
  )
}

/** Why the order cannot be asked for yet; `true` if the field shows the reason. */
const useObstacle = (product: CopyProductTerms, view: AmountView): ReactNode => {
  const { t } = useTranslation(['copy', 'invest'])
  const { info } = useInvestor()
  const { lead, pool } = product.copy
  if (pool.state === 'stopped') return t('pool.stopped')
  if (!canBeCopied({ riskScore: lead.riskScore, isScoreWaived: product.isOnSale })) return t('closed')
  if (copyLimits(product).capacity === 0n) return t('full')
  if (!product.isOnSale) return t('invest:buy.offSale')
  if (info === undefined) return true
  if (!info.hasWithdrawPassword)
    return (
      <>
        {t('invest:buy.noPassword')}{' '}
        <Link
          className={styles.fix}
          href={paths.edit({ type: '0', next: paths.details({ id: product.id }) })}
        >
          {t('invest:buy.setPassword')}
        </Link>
      </>
    )
  if (view.issue === 'enter') return t('invest:buy.enter')
  return view.issue === null ? undefined : true
}

/** What an order does, with dashes before an amount is typed: dealing, units, fees, period and what can be lost. */
export const useCopyItems = (product: CopyProductTerms, amount: Usdt | null): readonly DescriptionItem[] => {
  const { t } = useTranslation(['copy', 'invest'])
  const figures = useFormatters()
  const dealing = dealingPointOf(useCalendarNow(1000))
  const { lead, pool, periodDays } = product.copy
  const price = pool.indicative ?? pool.unitPrice
  const units = amount === null ? null : unitsAbout(amount, price)
  const caption = (sentence: ReactNode) => <span className={styles.caption}>{sentence}</span>
  return [
    {
      id: 'dealing',
      label: t('dealing'),
      value: <Countdown until={dealing} />,
      working: caption(t('dealingText', { time: figures.full(dealing) })),
    },
    {
      id: 'units',
      label: t('units'),
      value: units === null ? '—' : figures.amount(units, 'floor'),
      working:
        amount !== null &&
        caption(
          t('unitsText', {
            amount: figures.plain(formatUsdt(amount)),
            price: figures.plain(formatUnitPrice(price)),
          }),
        ),
    },
    {
      id: 'period',
      label: t('period'),
      value: `${figures.day(dealing)} – ${figures.day(dealing + periodDays * dayMs)}`,
      working: caption(t('periodText')),
    },
    {
      id: 'leadFee',
      label: t('leadFee'),
      value: t('ofProfit', { percent: figures.plain(percentOfPpm(lead.leadFeePpm)) }),
    },
    {
      id: 'tradingFee',
      label: t('tradingFee'),
      value: t('tradingFeeText'),
    },
    { id: 'entryFee', label: t('entryFee'), value: t('invest:buy.noFee') },
    {
      id: 'maxLoss',
      label: t('maxLoss'),
      value: amount === null ? '—' : `${figures.plain(formatUsdt(amount))} USDT`,
      total: true,
    },
  ]
}
