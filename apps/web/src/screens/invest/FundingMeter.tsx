import type { InvestProduct } from '@glasshouse/core/invest/products/view/codec'
import type { Usdt } from '@glasshouse/core/money/units'
import { classNames } from '@glasshouse/ui/classNames'
import { EvidenceIcon } from '@glasshouse/ui/EvidenceIcon'
import { useFormatters } from '../../components/formatters.ts'
import { permilleOf } from '../../components/holdings/holdings.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Invest.module.css'

const width = (part: bigint, whole: bigint) => ({ width: `${permilleOf(part, whole) / 10}%` })

/** Bar of what is sold, of an order being prepared, and of what can still be sold. */
export function Meter({
  sold,
  capacity,
  order,
  tall = false,
}: {
  sold: Usdt
  capacity: Usdt
  /** Principal of an order being prepared. */
  order: Usdt
  tall?: boolean
}) {
  const whole = sold + (capacity > order ? capacity : order)
  return (
    <span className={classNames(styles.meter, tall && styles.tall)} aria-hidden="true">
      <i className={styles.soldPart} style={width(sold, whole)} />
      <i className={styles.yoursPart} style={width(order, whole)} />
    </span>
  )
}

/** How a product is funded: principal sold, capacity left, interest reserved, and the share of a new order. */
export function FundingMeter({
  product,
  capacity,
  order,
}: {
  product: InvestProduct
  /** Of the chosen cycle; null where it is not reported. */
  capacity: Usdt | null
  order: Usdt
}) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const { funding } = product
  const { sold, quota } = funding
  const amount = (units: bigint): string => figures.amount(units, 'floor')
  const left = capacity === null ? null : capacity > order ? capacity - order : 0n
  return (
    <section className={classNames(styles.box, styles.across)} aria-label={t('funding.title')}>
      <h3 className={styles.boxTitle}>
        <EvidenceIcon />
        {t('funding.title')}
      </h3>
      <Meter tall sold={sold} capacity={capacity ?? funding.capacity} order={order} />
      <dl className={styles.parts}>
        <div>
          <dt>
            <i className={styles.soldPart} />
            {t('funding.sold')}
          </dt>
          <dd>{amount(sold)}</dd>
        </div>
        {order > 0n && (
          <div>
            <dt>
              <i className={styles.yoursPart} />
              {t('funding.yours')}
            </dt>
            <dd>{amount(order)}</dd>
          </div>
        )}
        <div>
          <dt>
            <i />
            {t(order > 0n ? 'funding.after' : 'funding.left')}
          </dt>
          <dd>{left === null ? t('funding.unknown') : amount(left)}</dd>
        </div>
        <div>
          <dt>{t('funding.reserved')}</dt>
          <dd>{figures.amount(funding.reserved, 'ceil')}</dd>
        </div>
        {quota > 0n && (
          <div>
            <dt>{t('funding.quota')}</dt>
            <dd>{amount(quota)}</dd>
          </div>
        )}
      </dl>
      <p className={styles.text}>{t('funding.text')}</p>
    </section>
  )
}
