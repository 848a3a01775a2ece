import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { Badge } from '@glasshouse/ui/Badge'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { type ReactNode, useState } from 'react'
import { useCalendarNow } from '../../components/calendar.ts'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { useTitle } from '../../components/useTitle.ts'
import { useInvestProduct } from '../../data/investProducts.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { BuyForm } from './BuyForm.tsx'
import { CopyProduct } from './copy/CopyProduct.tsx'
import { isCopyProduct } from './copy/terms.ts'
import { type Cycle, cyclesOf, type Product, unavailableOf } from './cycles.ts'
import { ExitTerms } from './ExitTerms.tsx'
import { FundingMeter } from './FundingMeter.tsx'
import styles from './Invest.module.css'
import { NoProduct } from './NoProduct.tsx'
import { PreviewChart } from './PreviewChart.tsx'
import { previewOf, purchaseView } from './purchase.ts'
import { Rates, useRateText } from './Rates.tsx'
import { Terms } from './Terms.tsx'
import { TrialForm } from './TrialForm.tsx'
import { productEveryMs, useInvestor, useIsStale, useKindName, useUnavailableName } from './useInvest.ts'

const notFound = 1005

/** Terms, funding and purchase of one product. */
export function ProductDetail({ id }: { id: number }) {
  const { t } = useTranslation('invest')
  const product = useInvestProduct(id, { everyMs: productEveryMs })
  const isStale = useIsStale(product)
  if (product.error?.retCode === notFound) return <NoProduct />
  if (product.data === undefined)
    return product.error ? (
      <ListError list={product} />
    ) : (
      <div className={styles.detail} aria-busy="true">
        <Skeleton width="60%" height={56} />
        <div className={styles.across}>
          <Skeleton width="100%" height={320} />
        </div>
      </div>
    )
  return (
    <>
      {isStale && (
        <p className={styles.stale} role="status">
          {t('stale')}
        </p>
      )}
      <Known product={product.data} />
    </>
  )
}

function Known({ product }: { product: Product }) {
  const { t } = useTranslation('invest')
  useTitle(product.name)
  const cycles = cyclesOf(product)
  const [chosen, setChosen] = useState<string | null>(null)
  const cycle = cycles.find(({ id }) => id === chosen) ?? cycles[0]
  if (isCopyProduct(product))
    return <CopyProduct product={product} head={<Head product={product} cycle={null} />} />
  if (cycle === undefined)
    return (
      <div className={styles.detail}>
        <Head product={product} cycle={null} />
        <div className={styles.across}>
          <EmptyState icon="leaf" title={t('noRate')} />
        </div>
        <Terms product={product} />
      </div>
    )
  return (
    <div className={styles.detail}>
      <Head product={product} cycle={cycle} />
      <Chosen
        product={product}
        cycle={cycle}
        picker={cycles.length > 1 && <CyclePicker cycles={cycles} value={cycle.id} onChange={setChosen} />}
      />
      <Terms product={product} />
    </div>
  )
}

/** Name, status and rates. */
function Head({ product, cycle }: { product: Product; cycle: Cycle | null }) {
  const { t } = useTranslation('invest')
  const kindName = useKindName()
  const statusName = useUnavailableName()
  const status = unavailableOf(product)
  return (
    <header className={`${styles.head} ${styles.across}`}>
      {product.pictureUrl !== '' && (
        <img className={styles.portrait} src={product.pictureUrl} alt="" width={48} height={48} />
      )}
      <div>
        <h2>
          {product.name}
          <span className={styles.badges}>
            <Badge>{kindName(product)}</Badge>
            {product.isFeatured && <Badge tone="brand">{t('featured')}</Badge>}
            {status !== null && <Badge tone="warn">{statusName(status)}</Badge>}
          </span>
        </h2>
        {product.remark !== '' && <p>{product.remark}</p>}
      </div>
      {cycle !== null && <Rates cycle={cycle} />}
    </header>
  )
}

function CyclePicker({
  cycles,
  value,
  onChange,
}: {
  cycles: readonly Cycle[]
  value: string
  onChange: (id: string) => void
}) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const rateText = useRateText()
  return (
    <div className={styles.across}>
      <SegmentedControl
        className={styles.cycles}
        look="tiles"
        label={t('cycle')}
        options={cycles.map(({ id, method, days, rate }) => ({
          value: id,
          label: (
            <span className={styles.cycle}>
              <b>{t('days', { count: days, days: figures.whole(days) })}</b>
              {t(`method.${method}`)} · {rateText(rate)}
            </span>
          ),
        }))}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}

/** Funding, preview and purchase of the chosen cycle; the preview shows an example before an amount is typed. */
function Chosen({ product, cycle, picker }: { product: Product; cycle: Cycle; picker: ReactNode }) {
  const [typed, setTyped] = useState('')
  const nowMs = useCalendarNow(1000)
  const { info, available } = useInvestor()
  const isTrial = product.kind === 'experience'
  const input = { cycle, typed, available, nowMs, redeemDays: product.redeemDays }
  const view = purchaseView(input)
  const fund = info === undefined ? null : info.wallets.experience
  const trial = trialAmount(fund, cycle)
  const amount = isTrial ? trial : (view.preview?.amount ?? null)
  const preview = previewOf(input, amount ?? exampleOf(cycle))
  return (
    <>
      <FundingMeter product={product} capacity={cycle.capacity} order={amount ?? usdt('0')} />
      {picker}
      <div className={styles.stack}>
        <PreviewChart cycle={cycle} preview={preview} isExample={amount === null} />
        <ExitTerms product={product} preview={preview} />
      </div>
      {isTrial ? (
        <TrialForm product={product} cycle={cycle} amount={trial} fund={fund} preview={preview} />
      ) : (
        <BuyForm product={product} cycle={cycle} typed={typed} onType={setTyped} view={view} nowMs={nowMs} />
      )}
    </>
  )
}

const thousand = usdt('1000')

/** Amount of the example: 1,000, within the limits of the cycle. */
const exampleOf = ({ min, max }: Cycle): Usdt => (thousand < min ? min : thousand > max ? max : thousand)

/** Trial funds that an order would use; null while unknown or below the minimum. */
const trialAmount = (fund: Usdt | null, { min, max }: Cycle): Usdt | null =>
  fund === null || fund < min ? null : fund < max ? fund : max
