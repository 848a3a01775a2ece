import type { Market } from '@glasshouse/core/markets/codec'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormatters } from '../../formatters.ts'
import { baseOf, priceDirection } from '../../market/market.ts'
import { useLots } from '../../market/orderLabels.ts'
import { CalculationLine } from '../CalculationLine.tsx'
import styles from '../Receipt.module.css'
import type { HoldReckoning, Recalculation, StopReckoning } from './receipt.ts'

type Sum = { readonly reckoning: Recalculation; readonly market: Market }
type Counted = Pick<Recalculation, 'lots' | 'quantity'>

function Lots({ reckoning, market, lot }: { reckoning: Counted; market: Market; lot: string }) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  const coins = figures.plain(figures.trimmed(reckoning.quantity))
  return (
    <CalculationLine
      label={t('receipt.lotsOf', { lots: lotsOf(reckoning.lots), lot: figures.plain(lot) })}
      figure={`${coins} ${baseOf(market.symbol)}`}
    />
  )
}

function Notional({ reckoning, operator }: { reckoning: { readonly notional: Usdt }; operator?: string }) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const figure = figures.plain(formatUsdt(reckoning.notional))
  return <CalculationLine operator={operator ?? ''} label={t('receipt.notional')} figure={figure} />
}

/** Price to notional value, notional value to margin. */
function Opening({ reckoning, market, leverage }: Sum & { leverage: number }) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  return (
    <>
      <CalculationLine
        operator="×"
        label={t(reckoning.side === 'ask' ? 'receipt.priceAsk' : 'receipt.priceBid')}
        figure={figures.price(reckoning.price, market.scale)}
      />
      <Notional reckoning={reckoning} operator="=" />
      <CalculationLine operator="÷" label={t('receipt.leverage')} figure={figures.whole(leverage)} />
      <CalculationLine
        operator="="
        label={t('receipt.margin')}
        figure={figures.amount(reckoning.margin, 'ceil', 8)}
        total
      />
    </>
  )
}

/** Price difference to profit: a long position gains when it closes above its opening price, a short one below. */
function Closing({ reckoning, market }: Sum) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const price = (units: bigint): string => figures.price(units, market.scale)
  const { side, price: at, openPrice, profit } = reckoning
  const [from, less] = side === 'bid' ? [at, openPrice] : [openPrice, at]
  return (
    <>
      <CalculationLine operator="×" label={`${price(from)} − ${price(less)}`} figure={price(from - less)} />
      <CalculationLine
        operator="="
        label={t('receipt.profit')}
        figure={
          <PriceChange direction={priceDirection(profit)} arrow={false}>
            {figures.amount(profit, 'floor', 8, 'always')}
          </PriceChange>
        }
        total
      />
      <Notional reckoning={reckoning} />
    </>
  )
}

/** Calculation of the charged amounts, recalculated in the browser. */
export function Calculation({
  reckoning,
  market,
  lot,
  leverage,
  feeRatePpm,
}: Sum & { lot: string; leverage: number; feeRatePpm: number }) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const rate = figures.feeRate(feeRatePpm)
  return (
    <div className={styles.sum}>
      <Lots reckoning={reckoning} market={market} lot={lot} />
      {reckoning.kind === 'opened' ? (
        <Opening reckoning={reckoning} market={market} leverage={leverage} />
      ) : (
        <Closing reckoning={reckoning} market={market} />
      )}
      <CalculationLine
        operator="%"
        label={t('receipt.feeShare', { rate })}
        figure={<b className={styles.strong}>{figures.amount(reckoning.fee, 'ceil', 8)}</b>}
      />
      {reckoning.feeFromBonus > 0n && (
        <CalculationLine
          label={t('receipt.feeFromBonus')}
          figure={figures.amount(reckoning.feeFromBonus, 'ceil', 8)}
        />
      )}
      {reckoning.insurance > 0n && (
        <CalculationLine
          label={t('receipt.insurance')}
          figure={figures.amount(reckoning.insurance, 'floor', 8)}
        />
      )}
    </div>
  )
}

/** The closing orders that were in force when lots closed, and which of them the tick reached. */
export function ClosingOrdersInForce({ reckoning, market }: Sum) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  if (reckoning.closingOrders.length === 0) return null
  return (
    <section className={styles.closings} aria-label={t('closePosition.waiting')}>
      <h4>{t('closePosition.waiting')}</h4>
      <div className={styles.sum}>
        {reckoning.closingOrders.map(({ price, lots, isReached }) => (
          <CalculationLine
            key={price.toString()}
            operator={isReached ? '✓' : ''}
            label={figures.price(price, market.scale)}
            figure={
              <>
                {lotsOf(lots)} · {t(isReached ? 'receipt.reached' : 'receipt.notReached')}
              </>
            }
          />
        ))}
      </div>
    </section>
  )
}

/** Hold of an open order: margin and fee at its limit price. */
export function HoldArithmetic({
  reckoning,
  market,
  lot,
  leverage,
  feeRatePpm,
}: {
  reckoning: HoldReckoning
  market: Market
  lot: string
  leverage: number
  feeRatePpm: number
}) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const amount = (units: bigint): string => figures.amount(units, 'ceil', 8)
  const rate = figures.feeRate(feeRatePpm)
  return (
    <div className={styles.sum}>
      <Lots reckoning={reckoning} market={market} lot={lot} />
      <CalculationLine
        operator="×"
        label={reckoning.isStop ? t('ticket.triggerPrice') : t('receipt.fixedPrice')}
        figure={figures.price(reckoning.price, market.scale)}
      />
      <Notional reckoning={reckoning} operator="=" />
      <CalculationLine operator="÷" label={t('receipt.leverage')} figure={figures.whole(leverage)} />
      <CalculationLine operator="=" label={t('receipt.margin')} figure={amount(reckoning.margin)} />
      <CalculationLine operator="+" label={t('receipt.feeShare', { rate })} figure={amount(reckoning.fee)} />
      <CalculationLine
        operator="="
        label={t(reckoning.kind === 'placed' ? 'receipt.held' : 'receipt.givenBack')}
        figure={amount(reckoning.held)}
        total
      />
    </div>
  )
}

/** Labels of the price of a stop, and of its expected profit or loss. */
const stopLabels = {
  profit: ['stops.profit', 'tpSl.revenue'],
  loss: ['stops.loss', 'tpSl.loss'],
  trailing: ['ticket.triggerPrice', 'tpSl.loss'],
  closing: ['closePosition.target', 'closePosition.profit'],
} as const

/** Expected profit or loss of a stop, before fees. */
export function StopArithmetic({
  reckoning,
  market,
  lot,
}: {
  reckoning: StopReckoning
  market: Market
  lot: string
}) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const price = (units: bigint): string => figures.price(units, market.scale)
  const { side, price: at, openPrice, expected, which, isSet, distance } = reckoning
  const [from, less] = side === 'bid' ? [at, openPrice] : [openPrice, at]
  return (
    <div className={styles.sum}>
      {distance !== null && (
        <CalculationLine
          label={t('trailing.distance')}
          figure={distance.kind === 'percent' ? figures.percent(distance.hundredths) : price(distance.by)}
        />
      )}
      <CalculationLine label={t(stopLabels[which][0])} figure={price(at)} />
      <Lots reckoning={reckoning} market={market} lot={lot} />
      <CalculationLine operator="×" label={`${price(from)} − ${price(less)}`} figure={price(from - less)} />
      {isSet && expected !== null && (
        <CalculationLine
          operator="="
          label={t(stopLabels[which][1])}
          figure={
            <PriceChange direction={priceDirection(expected)} arrow={false}>
              {figures.amount(expected, 'floor', 8, 'always')}
            </PriceChange>
          }
          total
        />
      )}
    </div>
  )
}
