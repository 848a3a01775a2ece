import type { UnitPrice } from '@glasshouse/core/invest/copy/units'
import { formatUnitPrice } from '@glasshouse/core/invest/orders/codec'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useFormatters } from '../../../components/formatters.ts'
import { RiskScore } from '../../../components/record/Figures.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import type { Product } from '../cycles.ts'
import styles from '../Invest.module.css'
import { amountView } from '../purchase.ts'
import { Terms } from '../Terms.tsx'
import { useInvestor } from '../useInvest.ts'
import { ConflictList } from './Conflicts.tsx'
import copyStyles from './Copy.module.css'
import { CopyForm } from './CopyForm.tsx'
import { Exits, FeeExampleBox } from './Exits.tsx'
import { type CopyProductTerms, copyLimits } from './terms.ts'

/** A copy product: its pool, whose interest is where, ways to leave, the fee in an example, and the order. */
export function CopyProduct({ product, head }: { product: Product & CopyProductTerms; head: ReactNode }) {
  const { t } = useTranslation(['copy', 'leads'])
  const [typed, setTyped] = useState('')
  const { available } = useInvestor()
  const limits = copyLimits(product)
  const view = amountView({ limits, typed, available })
  const example = view.amount ?? exampleOf(limits.min, limits.max)
  return (
    <div className={styles.detail}>
      {head}
      <div className={styles.stack}>
        <Pool product={product} />
        <section className={`${styles.box} ${copyStyles.boxed}`}>
          <h3 className={styles.boxTitle}>{t('leads:before')}</h3>
          <ConflictList own={product.copy.lead.equity} isReferrer={product.isLeadReferrer} />
        </section>
        <Exits product={product} amount={example} />
        <FeeExampleBox product={product} amount={example} />
      </div>
      <CopyForm product={product} typed={typed} onType={setTyped} view={view} />
      <Terms product={product} />
    </div>
  )
}

const thousand = usdt('1000')

/** Amount of the examples before one is typed: 1,000, within the limits. */
const exampleOf = (min: Usdt, max: Usdt): Usdt => (thousand < min ? min : thousand > max ? max : thousand)

/** Figures of the pool: of the newest dealing and, marked so, of now. */
function Pool({ product: { copy } }: { product: CopyProductTerms }) {
  const { t } = useTranslation(['copy', 'leads'])
  const figures = useFormatters()
  const { lead, pool } = copy
  const exact = (price: UnitPrice | null): string =>
    price === null ? '—' : figures.plain(formatUnitPrice(price))
  const rows = [
    { id: 'unitPrice' as const, value: exact(pool.unitPrice) },
    { id: 'indicative' as const, value: exact(pool.indicative) },
    { id: 'highest' as const, value: exact(pool.highest) },
    { id: 'equity' as const, value: pool.equity === null ? '—' : figures.amount(pool.equity, 'floor') },
    { id: 'followers' as const, value: figures.whole(pool.followers) },
    { id: 'capacity' as const, value: figures.amount(pool.capacity, 'floor', 0) },
  ]
  return (
    <section className={`${styles.box} ${copyStyles.boxed}`}>
      <h3 className={`${styles.boxTitle} ${styles.between}`}>
        <Link className={styles.link} href={paths.details({ lead: lead.id })}>
          {t('leadRecord', { name: lead.username })}
        </Link>
        <span className={copyStyles.quiet}>
          {t('leads:days', { count: lead.days, days: figures.whole(lead.days) })} ·{' '}
          <RiskScore score={lead.riskScore} />
        </span>
      </h3>
      <dl className={`${styles.parts} ${copyStyles.pool}`}>
        {rows.map(({ id, value }) => (
          <div key={id}>
            <dt>{t(`pool.${id}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {pool.state !== 'copying' && <p className={styles.note}>{t(`pool.${pool.state}`)}</p>}
      <p className={styles.text}>
        {pool.dealtMs === null ? t('pool.notDealt') : t('pool.dealt', { time: figures.full(pool.dealtMs) })}{' '}
        {t('pool.text')}
      </p>
    </section>
  )
}
