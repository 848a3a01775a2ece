import type { Price } from '@glasshouse/core/money/units'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormatters } from '../../formatters.ts'
import { priceDirection } from '../../market/market.ts'
import { CalculationLine } from '../CalculationLine.tsx'
import { ChargeCheck } from '../ChargeCheck.tsx'
import styles from '../Receipt.module.css'
import { EventDetails, TickDetails } from '../TickDetails.tsx'
import { TwoColumns } from '../TwoColumns.tsx'
import type { ExitReckoning, ReceiptAnswer } from './receipt.ts'

type ExitProps = {
  readonly answer: ReceiptAnswer
  readonly reckoning: ExitReckoning
  readonly scale: number
}

/** Comparison of the two prices. */
function Difference({ exit, entry, scale }: { exit: Price; entry: Price; scale: number }) {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const price = (units: bigint): string => figures.price(units, scale)
  return (
    <>
      <CalculationLine label={t('receipt.exitPrice')} figure={price(exit)} />
      <CalculationLine operator="−" label={t('receipt.entryPrice')} figure={price(entry)} />
      <CalculationLine operator="=" label={t('receipt.difference')} figure={price(exit - entry)} total />
    </>
  )
}

/** Time range without a message that made the option void. */
function Silence({ answer }: { answer: ReceiptAnswer }) {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const instant = (at: number | null | undefined): string =>
    at === null || at === undefined ? '—' : figures.exactTime(at)
  return (
    <>
      <CalculationLine label={t('receipt.silentFrom')} figure={instant(answer.exit?.silentFrom)} />
      <CalculationLine label={t('receipt.silentTo')} figure={instant(answer.exit?.silentTo)} />
    </>
  )
}

/** Payout from the result. */
function Payout({ reckoning }: { reckoning: ExitReckoning }) {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const { outcome, stake, win, payout, profit } = reckoning
  const amount = (units: bigint): string => figures.amount(units, 'floor', 8)
  return (
    <>
      {outcome === 'win' && <CalculationLine label={t('receipt.stakeBack')} figure={amount(stake)} />}
      {outcome === 'win' && <CalculationLine operator="+" label={t('receipt.win')} figure={amount(win)} />}
      <CalculationLine
        operator={outcome === 'win' ? '=' : ''}
        label={t('receipt.payout')}
        figure={amount(payout)}
      />
      <CalculationLine
        label={t(`receipt.outcome.${outcome}`)}
        figure={
          <PriceChange direction={priceDirection(profit)} arrow={false}>
            {figures.amount(profit, 'floor', 8, 'always')}
          </PriceChange>
        }
        total
      />
    </>
  )
}

/** Settlement tick of an option, and its payout. */
export function Exit({ answer, reckoning, scale }: ExitProps) {
  const { t } = useTranslation('options')
  const { exit, entry, matches, rule } = reckoning
  const figures = useFormatters()
  const label = t(`receipt.rules.${rule}`)
  const tick = answer.exit?.tick ?? null
  return (
    <TwoColumns
      title={t('receipt.exitTick')}
      facts={
        tick ? (
          <TickDetails tick={tick} scale={scale} rule={label} />
        ) : (
          <EventDetails rule={label} time={answer.order.expiresMs} />
        )
      }
    >
      <div className={styles.sum}>
        <CalculationLine label={t('receipt.expiry')} figure={figures.exactTime(answer.order.expiresMs)} />
        {rule === 'silentAroundExpiry' && <Silence answer={answer} />}
        {exit !== null && <Difference exit={exit} entry={entry} scale={scale} />}
        <Payout reckoning={reckoning} />
      </div>
      <ChargeCheck matches={matches} text={t('receipt.matchExit')} />
    </TwoColumns>
  )
}
