import type { Price } from '@glasshouse/core/money/units'
import { Change } from '@glasshouse/ui/Change'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { ChargeVerdict } from '../../../components/receipt/ChargeVerdict.tsx'
import { Halves } from '../../../components/receipt/Halves.tsx'
import styles from '../../../components/receipt/Receipt.module.css'
import { SumLine } from '../../../components/receipt/SumLine.tsx'
import { BareFacts, TickFacts } from '../../../components/receipt/TickFacts.tsx'
import { useFigures } from '../../../components/formatters.ts'
import { signOf } from '../../../components/market/market.ts'
import type { ExitReckoning, ReceiptAnswer } from '../receipt.ts'

type ExitProps = {
  readonly answer: ReceiptAnswer
  readonly reckoning: ExitReckoning
  readonly scale: number
}

/** From the two prices to the outcome. */
function Difference({ exit, entry, scale }: { exit: Price; entry: Price; scale: number }) {
  const { t } = useTranslation('options')
  const figures = useFigures()
  const price = (units: bigint): string => figures.price(units, scale)
  return (
    <>
      <SumLine label={t('receipt.exitPrice')} figure={price(exit)} />
      <SumLine operator="−" label={t('receipt.entryPrice')} figure={price(entry)} />
      <SumLine operator="=" label={t('receipt.difference')} figure={price(exit - entry)} total />
    </>
  )
}

/** The stretch without a message that decided nothing. */
function Silence({ answer }: { answer: ReceiptAnswer }) {
  const { t } = useTranslation('options')
  const figures = useFigures()
  const instant = (at: number | null | undefined): string =>
    at === null || at === undefined ? '—' : figures.exactTime(at)
  return (
    <>
      <SumLine label={t('receipt.silentFrom')} figure={instant(answer.exit?.silentFrom)} />
      <SumLine label={t('receipt.silentTo')} figure={instant(answer.exit?.silentTo)} />
    </>
  )
}

/** From the outcome to what came back. */
function Payout({ reckoning }: { reckoning: ExitReckoning }) {
  const { t } = useTranslation('options')
  const figures = useFigures()
  const { outcome, stake, win, payout, profit } = reckoning
  const amount = (units: bigint): string => figures.amount(units, 'floor', 8)
  return (
    <>
      {outcome === 'win' && <SumLine label={t('receipt.stakeBack')} figure={amount(stake)} />}
      {outcome === 'win' && <SumLine operator="+" label={t('receipt.win')} figure={amount(win)} />}
      <SumLine operator={outcome === 'win' ? '=' : ''} label={t('receipt.payout')} figure={amount(payout)} />
      <SumLine
        label={t(`receipt.outcome.${outcome}`)}
        figure={
          <Change direction={signOf(profit)} arrow={false}>
            {figures.amount(profit, 'floor', 8, 'always')}
          </Change>
        }
        total
      />
    </>
  )
}

/** The tick that decided an option, and what follows from it. */
export function Exit({ answer, reckoning, scale }: ExitProps) {
  const { t } = useTranslation('options')
  const { exit, entry, matches, rule } = reckoning
  const figures = useFigures()
  const said = t(`receipt.rules.${rule}`)
  const tick = answer.exit?.tick ?? null
  return (
    <Halves
      title={t('receipt.exitTick')}
      facts={
        tick ? (
          <TickFacts tick={tick} scale={scale} rule={said} />
        ) : (
          <BareFacts rule={said} time={answer.order.selltime} />
        )
      }
    >
      <div className={styles.sum}>
        <SumLine label={t('receipt.expiry')} figure={figures.exactTime(answer.order.selltime)} />
        {exit === null ? <Silence answer={answer} /> : <Difference exit={exit} entry={entry} scale={scale} />}
        <Payout reckoning={reckoning} />
      </div>
      <ChargeVerdict matches={matches} text={t('receipt.matchExit')} />
    </Halves>
  )
}
