import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { NumberField } from '../../components/NumberField.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isPractice } from '../../mode.ts'
import { paths } from '../../paths.ts'
import type { Product } from './cycles.ts'
import { type Cycle, hasCapacity, unavailableOf } from './cycles.ts'
import styles from './Invest.module.css'
import {
  type AmountView,
  maxPurchase,
  type PurchaseLimits,
  type PurchasePreview,
  type PurchaseView,
  previewOf,
} from './purchase.ts'
import { useInvestor } from './useInvest.ts'

const ConfirmPurchase = lazy(() => import('./ConfirmPurchase.tsx'))

/** Amount of an order with own money, what it earns, and the way to buy it. */
export function BuyForm({
  product,
  cycle,
  typed,
  onType,
  view,
  nowMs,
}: {
  product: Product
  cycle: Cycle
  typed: string
  onType: (text: string) => void
  view: PurchaseView
  nowMs: number
}) {
  const { t } = useTranslation(['invest', 'account'])
  const figures = useFormatters()
  const { signedIn } = useInvestor()
  const [asking, setAsking] = useState<Usdt | null>(null)
  const reason = useObstacle(product, cycle, view)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason === undefined && view.preview !== null) setAsking(view.preview.amount)
  }
  return (
    <div>
      <form className={styles.form} onSubmit={submit} noValidate>
        <AmountField limits={cycle} typed={typed} onType={onType} view={view} />
        <Result cycle={cycle} preview={view.preview} />
        {isPractice && (
          <p className={`${styles.note} ${styles.practice}`}>{t('account:practice.playMoney')}</p>
        )}
        {signedIn ? (
          <Button type="submit" variant="primary" size="l" wide reasonPlace="below" reason={reason}>
            {view.preview === null
              ? t('buy.submitEmpty')
              : t('buy.submit', { amount: figures.plain(formatUsdt(view.preview.amount)) })}
          </Button>
        ) : (
          <Link
            href={paths.login({ next: paths.details({ id: product.id }) })}
            className={buttonClass({ variant: 'primary', size: 'l', wide: true })}
          >
            {t('buy.signIn')}
          </Link>
        )}
        <p className={styles.caption}>{t('buy.notInsured')}</p>
      </form>
      {asking !== null && (
        <Suspense fallback={null}>
          <ConfirmPurchase
            product={product}
            cycle={cycle}
            preview={previewOf({ cycle, nowMs, redeemDays: product.redeemDays }, asking)}
            onUse={(text) => {
              setAsking(null)
              onType(text)
            }}
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

/** Why the order cannot be bought yet; `true` if the field shows the reason. */
const useObstacle = (product: Product, cycle: Cycle, view: PurchaseView): ReactNode => {
  const { t } = useTranslation('invest')
  const { info } = useInvestor()
  if (unavailableOf(product) === 'offSale') return t('buy.offSale')
  if (!hasCapacity(cycle)) return t('buy.soldOut')
  if (info === undefined) return true
  if (!info.hasWithdrawPassword)
    return (
      <>
        {t('buy.noPassword')}{' '}
        <Link
          className={styles.fix}
          href={paths.edit({ type: '0', next: paths.details({ id: product.id }) })}
        >
          {t('buy.setPassword')}
        </Link>
      </>
    )
  if (view.issue === 'enter') return t('buy.enter')
  return view.issue === null ? undefined : true
}

/** Amount of an order within its limits, with what stops it and an amount that is accepted. */
export function AmountField({
  limits,
  typed,
  onType,
  view,
}: {
  limits: PurchaseLimits
  typed: string
  onType: (text: string) => void
  view: AmountView
}) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const { available } = useInvestor()
  const plain = (units: Usdt): string => figures.plain(formatUsdt(units))
  const mistakes = {
    wrong: t('buy.wrong'),
    step: t('buy.step'),
    min: t('buy.min', { min: plain(limits.min) }),
    max: t('buy.maximum', { max: plain(limits.max) }),
    low: (
      <>
        {t('buy.low', { missing: figures.amount(view.missing ?? 0n, 'ceil') })}{' '}
        <Link className={styles.fix} href={paths.recharge()}>
          {t('buy.deposit')}
        </Link>
      </>
    ),
    capacity: t('buy.capacity', { max: plain(limits.capacity ?? usdt('0')) }),
  }
  const { issue, fix } = view
  const most = maxPurchase(limits, available)
  return (
    <NumberField
      label={t('buy.amount')}
      limits={t('buy.limits', { min: plain(limits.min), max: plain(limits.max) })}
      unit="USDT"
      whole
      value={typed}
      onChange={onType}
      note={available !== null && t('buy.free', { amount: figures.amount(available, 'floor') })}
      error={issue === null || issue === 'enter' ? undefined : mistakes[issue]}
      fix={
        fix === null
          ? undefined
          : { text: t('buy.use', { amount: figures.plain(fix) }), onUse: () => onType(fix) }
      }
      end={
        available !== null &&
        most > 0n && (
          <Button variant="quiet" size="s" onClick={() => onType(formatUsdt(most))}>
            {t('buy.max')}
          </Button>
        )
      }
    />
  )
}

/** What the amount earns and when it comes back; dashes without an amount. */
function Result({ cycle, preview }: { cycle: Cycle; preview: PurchasePreview | null }) {
  const { t } = useTranslation('invest')
  const items = usePreviewItems(cycle, preview)
  return (
    <DescriptionList
      items={
        preview === null
          ? [
              { id: 'interest', label: t('buy.interest'), value: '—' },
              { id: 'ends', label: t('buy.ends'), value: '—' },
              { id: 'receive', label: t('buy.receive'), value: '—', total: true },
            ]
          : items
      }
    />
  )
}

/** Rows of an order's result: interest, fee, end, and what is paid then. */
export const usePreviewItems = (cycle: Cycle, preview: PurchasePreview | null) => {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  if (preview === null) return []
  const { daily, interest, amount, instants } = preview
  const isFixed = cycle.method === 'fixed'
  const last = (isFixed ? (daily.at(-1) ?? 0n) : interest) as Usdt
  return [
    {
      id: 'daily',
      label: t(isFixed ? 'buy.daily' : 'buy.firstDay'),
      value: `+${figures.amount(daily[0] ?? 0n, 'floor')}`,
    },
    { id: 'interest', label: t('buy.interest'), value: `+${figures.amount(interest, 'floor')}` },
    { id: 'fee', label: t('buy.fee'), value: t('buy.noFee') },
    { id: 'ends', label: t('buy.ends'), value: figures.full(instants.endMs) },
    {
      id: 'receive',
      label: t('buy.receive'),
      value: `${figures.amount(amount + last, 'floor')} USDT`,
      working: (
        <span className={styles.caption}>{t(isFixed ? 'buy.receiveFixed' : 'buy.receiveCompound')}</span>
      ),
      total: true,
    },
  ]
}
