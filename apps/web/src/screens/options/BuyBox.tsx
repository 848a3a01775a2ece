import type { MarketRow } from '@glasshouse/core/markets/wire'
import { maxOpen } from '@glasshouse/core/options/rules'
import { Problem } from '@glasshouse/ui/Problem'
import { lazy, Suspense, useId } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFigures } from '../../components/formatters.ts'
import { RiskGate } from '../../components/risk/RiskGate.tsx'
import { Amount } from './Amount.tsx'
import styles from './BuyBox.module.css'
import { Escrow, Terms } from './BuyTerms.tsx'
import { CallPut } from './CallPut.tsx'
import { Expiries } from './Expiries.tsx'
import { LockPips } from './LockPips.tsx'
import { Payout } from './Payout.tsx'
import { useBox } from './useBox.ts'
import type { OptionTrader } from './useTrader.ts'

const ConfirmOption = lazy(() => import('./ConfirmOption.tsx'))

/** The buy box: how long, how much, what it can come to, and two buttons that say what they do. */
export function BuyBox({
  market,
  trader,
  onReceipt,
}: {
  market: MarketRow
  trader: OptionTrader
  onReceipt: (id: number) => void
}) {
  const { t } = useTranslation('options')
  const figures = useFigures()
  const reasonId = useId()
  const box = useBox(market, trader, onReceipt)
  const { view, reason } = box
  return (
    <section className={styles.box} aria-label={t('box.title')}>
      <Expiries choices={box.choices} choice={box.choice} onChoose={box.choose} />
      <Amount
        text={box.stakeText}
        onText={box.setStake}
        stakes={box.stakes}
        free={box.free}
        problem={view.problem}
        refusal={box.stakeRefusal}
        open={trader.openTotal === undefined ? null : t('box.open', { n: trader.openTotal, max: maxOpen })}
      />
      <Payout outcome={view.outcome} />
      <CallPut
        price={figures.priceText(box.seen, market.scale)}
        busy={box.busy && box.asked === null}
        off={reason !== null}
        reasonId={reasonId}
        onBuy={box.buy}
      />
      {box.refusal !== null && box.asked === null && <Problem>{box.refusal}</Problem>}
      <RiskGate error={box.error} onPassed={box.forget} />
      {box.asked !== null && (
        <Suspense fallback={null}>
          <ConfirmOption box={box} ostyle={box.asked} market={market} />
        </Suspense>
      )}
      <LockPips id={reasonId} lock={box.lock} reason={reason} />
      <Terms outcome={view.outcome} />
      <Escrow outcome={view.outcome} />
    </section>
  )
}
