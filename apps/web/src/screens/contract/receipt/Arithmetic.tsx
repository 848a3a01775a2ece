import type { MarketRow } from '@glasshouse/core/markets/wire'
import { formatUsdt } from '@glasshouse/core/money/units'
import { Change } from '@glasshouse/ui/Change'
import { Icon } from '@glasshouse/ui/Icon'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../../../parts/figures.ts'
import { baseOf, signOf } from '../market.ts'
import type { Reckoning } from '../receipt.ts'
import { useLots } from '../useLots.ts'
import styles from './Receipt.module.css'

function Line({
  operator = '',
  label,
  figure,
  total = false,
}: {
  operator?: string
  label: ReactNode
  figure: ReactNode
  total?: boolean
}) {
  const look = total ? styles.total : ''
  return (
    <>
      <span className={`${styles.operator} ${look}`}>{operator}</span>
      <span className={look}>{label}</span>
      <span className={`${styles.figure} ${look}`}>{figure}</span>
    </>
  )
}

/** The sum that made the charge, worked out in this page, line by line. */
export function Arithmetic({
  reckoning,
  market,
  lot,
  leverage,
  feeRatePpm,
}: {
  reckoning: Reckoning
  market: MarketRow
  lot: string
  leverage: number
  feeRatePpm: number
}) {
  const { t } = useTranslation('contract')
  const figures = useFigures()
  const lotsOf = useLots()
  const { kind, side } = reckoning
  const exact = (units: bigint): string => figures.amount(units, 'floor', 8)
  const price = (units: bigint): string => figures.price(units, market.scale)
  const coins = `${figures.plain(figures.trimmed(reckoning.quantity))} ${baseOf(market.procode)}`
  const rate = figures.percent(BigInt(feeRatePpm) / 100n)
  return (
    <div className={styles.sum}>
      <Line
        label={t('receipt.lotsOf', { lots: lotsOf(reckoning.lots), lot: figures.plain(lot) })}
        figure={coins}
      />
      <Line
        operator="×"
        label={t(side === 'ask' ? 'receipt.priceAsk' : 'receipt.priceBid')}
        figure={price(reckoning.price)}
      />
      <Line
        operator="="
        label={t('receipt.notional')}
        figure={figures.plain(formatUsdt(reckoning.notional))}
      />
      {kind === 'opened' ? (
        <>
          <Line operator="÷" label={t('receipt.leverage')} figure={figures.whole(leverage)} />
          <Line operator="=" label={t('receipt.margin')} figure={exact(reckoning.margin)} total />
        </>
      ) : (
        <>
          <Line operator="−" label={t('receipt.openPrice')} figure={price(reckoning.openPrice)} />
          <Line
            operator="="
            label={t('receipt.profit')}
            figure={
              <Change direction={signOf(reckoning.profit)} arrow={false}>
                {figures.amount(reckoning.profit, 'floor', 8, 'always')}
              </Change>
            }
            total
          />
        </>
      )}
      <Line
        operator="%"
        label={t('receipt.feeShare', { rate })}
        figure={<b className={styles.strong}>{exact(reckoning.fee)}</b>}
      />
    </div>
  )
}

/** Whether what was worked out here is what was charged. */
export function Verdict({ right, text }: { right: boolean; text: string }) {
  return (
    <p className={`${styles.verdict} ${right ? '' : styles.wrong}`} role={right ? 'status' : 'alert'}>
      <Icon name={right ? 'check' : 'warning'} size={14} />
      {text}
    </p>
  )
}
