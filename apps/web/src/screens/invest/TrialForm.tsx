import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import type { Product } from './cycles.ts'
import { type Cycle, hasCapacity, unavailableOf } from './cycles.ts'
import styles from './Invest.module.css'
import type { PurchasePreview } from './purchase.ts'
import { useInvestor } from './useInvest.ts'

const ConfirmPurchase = lazy(() => import('./ConfirmPurchase.tsx'))

/** Purchase with trial funds: all of them, once, without a password, because no own money moves. */
export function TrialForm({
  product,
  cycle,
  amount,
  fund,
  preview,
}: {
  product: Product
  cycle: Cycle
  /** What the order would use; null while unknown or below the minimum. */
  amount: Usdt | null
  /** Trial funds of the customer; null while unknown and for a visitor. */
  fund: Usdt | null
  preview: PurchasePreview
}) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const { signedIn, info } = useInvestor()
  const [asking, setAsking] = useState(false)
  const obstacle = (): string | true | undefined => {
    if (info?.hasBoughtExperience === true) return t('trialBuy.used')
    const status = unavailableOf(product)
    if (status !== null || !hasCapacity(cycle)) return t(`buy.${status ?? 'soldOut'}`)
    if (info === undefined) return true
    return amount === null ? t('trialBuy.low', { min: figures.plain(formatUsdt(cycle.min)) }) : undefined
  }
  const items = useTrialItems(preview, amount)
  return (
    <div className={styles.form}>
      <DescriptionList
        items={[
          {
            id: 'have',
            label: t('trialBuy.have'),
            value: fund === null ? '—' : `${figures.amount(fund, 'floor')} USDT`,
          },
          ...items,
        ]}
      />
      {signedIn ? (
        <Button
          variant="primary"
          size="l"
          wide
          reasonPlace="below"
          reason={obstacle()}
          onClick={() => setAsking(true)}
        >
          {amount === null
            ? t('buy.submitEmpty')
            : t('trialBuy.submit', { amount: figures.plain(formatUsdt(amount)) })}
        </Button>
      ) : (
        <Link
          href={paths.login({ next: paths.details({ id: product.id }) })}
          className={buttonClass({ variant: 'primary', size: 'l', wide: true })}
        >
          {t('trialBuy.signIn')}
        </Link>
      )}
      <p className={styles.text}>{t('trialBuy.text')}</p>
      {asking && amount !== null && (
        <Suspense fallback={null}>
          <ConfirmPurchase
            product={product}
            cycle={cycle}
            preview={preview}
            onUse={() => setAsking(false)}
            onClose={() => setAsking(false)}
            onDone={() => setAsking(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Rows of a trial order's result; the funds themselves go back. */
export const useTrialItems = (preview: PurchasePreview, amount: Usdt | null) => {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  if (amount === null) return []
  const { daily, interest, instants } = preview
  return [
    { id: 'uses', label: t('trialBuy.uses'), value: `${figures.amount(amount, 'floor')} USDT` },
    { id: 'daily', label: t('buy.daily'), value: `+${figures.amount(daily[0] ?? 0n, 'floor')}` },
    { id: 'ends', label: t('buy.ends'), value: figures.full(instants.endMs) },
    {
      id: 'interest',
      label: t('buy.interest'),
      value: `+${figures.amount(interest, 'floor')} USDT`,
      total: true,
    },
  ]
}
