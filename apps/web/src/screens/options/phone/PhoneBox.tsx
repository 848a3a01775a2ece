import type { MarketRow } from '@glasshouse/core/markets/wire'
import { maxOpen } from '@glasshouse/core/options/rules'
import { Button } from '@glasshouse/ui/Button'
import { Problem } from '@glasshouse/ui/Problem'
import { Sheet } from '@glasshouse/ui/Sheet'
import { lazy, Suspense, useId } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFigures } from '../../../components/formatters.ts'
import { Unfold } from '../../../components/market/phone/Unfold.tsx'
import { RiskGate } from '../../../components/risk/RiskGate.tsx'
import { Amount } from '../Amount.tsx'
import box from '../BuyBox.module.css'
import { Escrow, Terms } from '../BuyTerms.tsx'
import type { Outcome } from '../box.ts'
import { CallPut } from '../CallPut.tsx'
import { Expiries } from '../Expiries.tsx'
import { LockPips } from '../LockPips.tsx'
import { Payout } from '../Payout.tsx'
import { useBox } from '../useBox.ts'
import type { OptionTrader } from '../useTrader.ts'
import styles from './PhoneBox.module.css'

const ConfirmOption = lazy(() => import('../ConfirmOption.tsx'))

/** What the option can come to; a touch shows how it is worked out, and what else holds. */
function Outcomes({ outcome }: { outcome: Outcome | null }) {
  const { t } = useTranslation('options')
  const figures = useFigures()
  const rows = [
    ['wins', t('box.ifWins'), outcome ? figures.amount(outcome.win, 'floor', 4, 'always') : '—'],
    ['loses', t('box.ifLoses'), outcome ? figures.amount(-outcome.stake, 'away', 4, 'always') : '—'],
    ['breakEven', t('box.breakEven'), outcome ? figures.percent(outcome.breakEven) : '—'],
  ] as const
  return (
    <Unfold figures={rows.map(([id, label, value]) => ({ id, label, value }))}>
      <Payout outcome={outcome} />
      <Terms outcome={outcome} />
      <Escrow outcome={outcome} />
    </Unfold>
  )
}

/** The buy box as a half-open sheet: the chart above it stays in sight. */
export function PhoneBox({
  market,
  trader,
  raised,
  onRaised,
  onReceipt,
}: {
  market: MarketRow
  trader: OptionTrader
  raised: boolean
  onRaised: (raised: boolean) => void
  onReceipt: (id: number) => void
}) {
  const { t } = useTranslation('options')
  const { t: tTrade } = useTranslation('trade')
  const figures = useFigures()
  const reasonId = useId()
  const state = useBox(market, trader, onReceipt)
  const { view, reason } = state
  const count = trader.openTotal
  return (
    <Sheet
      label={t('box.title')}
      open={raised}
      onOpenChange={onRaised}
      raise={tTrade('raise')}
      lower={tTrade('lower')}
      strip={
        <Button variant="primary" onClick={() => onRaised(true)}>
          {t('box.title')}
        </Button>
      }
      foot={
        <div className={`${box.box} ${styles.foot}`}>
          {state.refusal !== null && state.asked === null && <Problem>{state.refusal}</Problem>}
          <CallPut
            price={figures.priceText(state.seen, market.scale)}
            busy={state.busy && state.asked === null}
            off={reason !== null}
            reasonId={reasonId}
            onBuy={state.buy}
          />
          <RiskGate error={state.error} onPassed={state.forget} />
          {state.asked !== null && (
            <Suspense fallback={null}>
              <ConfirmOption box={state} ostyle={state.asked} market={market} />
            </Suspense>
          )}
          <LockPips id={reasonId} lock={state.lock} reason={reason} />
        </div>
      }
    >
      <div className={`${box.box} ${styles.body}`}>
        <Expiries choices={state.choices} choice={state.choice} onChoose={state.choose} />
        <Amount
          text={state.stakeText}
          onText={state.setStake}
          stakes={state.stakes}
          free={state.free}
          problem={view.problem}
          refusal={state.stakeRefusal}
          open={count === undefined ? null : t('box.open', { n: count, max: maxOpen })}
        />
        <Outcomes outcome={view.outcome} />
      </div>
    </Sheet>
  )
}
