import type { Market } from '@glasshouse/core/markets/codec'
import { maxOpen } from '@glasshouse/core/options/rules'
import { Button } from '@glasshouse/ui/Button'
import { FieldError } from '@glasshouse/ui/FieldError'
import { Sheet } from '@glasshouse/ui/Sheet'
import { lazy, Suspense, useId } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { Disclosure } from '../../../components/market/phone/Disclosure.tsx'
import { UpcomingTerms } from '../../../components/market/UpcomingTerms.tsx'
import type { OptionData } from '../../../components/option/useOptionData.ts'
import { RiskGate } from '../../../components/risk/RiskGate.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { Amount } from './Amount.tsx'
import type { Outcome } from './box.ts'
import { CallPut, CooldownSteps } from './CallPut.tsx'
import { Expiries } from './Expiries.tsx'
import box from './OptionTicket.module.css'
import { Escrow, Payout, Terms } from './Outcome.tsx'
import styles from './PhoneOptionTicket.module.css'
import { useOptionTicket } from './useOptionTicket.ts'

const ConfirmOption = lazy(() => import('./ConfirmOption.tsx'))

/** What the option wins or loses; a tap expands the calculation with the share needed to break even, and the terms. */
function Outcomes({ outcome }: { outcome: Outcome | null }) {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const rows = [
    ['wins', t('box.wins'), outcome ? figures.amount(outcome.win, 'floor', 4, 'always') : '—'],
    ['loses', t('box.loses'), outcome ? figures.amount(-outcome.stake, 'away', 4, 'always') : '—'],
  ] as const
  return (
    <Disclosure figures={rows.map(([id, label, value]) => ({ id, label, value }))}>
      <Payout outcome={outcome} />
      <Terms outcome={outcome} />
      <Escrow outcome={outcome} />
    </Disclosure>
  )
}

/** Option ticket as a bottom sheet; the chart above it stays visible. */
export function PhoneOptionTicket({
  market,
  trader,
  raised,
  onRaised,
  onReceipt,
}: {
  market: Market
  trader: OptionData
  raised: boolean
  onRaised: (raised: boolean) => void
  onReceipt: (id: number) => void
}) {
  const { t } = useTranslation('options')
  const { t: tTrade } = useTranslation('trade')
  const figures = useFormatters()
  const reasonId = useId()
  const state = useOptionTicket(market, trader, onReceipt)
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
          {state.refusal !== null && state.asked === null && <FieldError>{state.refusal}</FieldError>}
          <CallPut
            price={figures.price(state.seen, market.scale)}
            busy={state.busy && state.asked === null}
            off={reason !== null}
            reasonId={reasonId}
            onBuy={state.buy}
          />
          <RiskGate error={state.error} onPassed={state.forget} />
          {state.asked !== null && (
            <Suspense fallback={null}>
              <ConfirmOption box={state} type={state.asked} market={market} />
            </Suspense>
          )}
          <CooldownSteps id={reasonId} lock={state.lock} reason={reason} />
        </div>
      }
    >
      <div className={`${box.box} ${styles.body}`}>
        <UpcomingTerms market={market} of="options" />
        <Expiries choices={state.choices} choice={state.choice} onChoose={state.choose} />
        <Amount
          text={state.stakeText}
          onText={state.setStake}
          stakes={state.stakes}
          free={state.free}
          problem={view.problem}
          refusal={state.stakeRefusal}
          open={count === undefined ? null : t('box.open', { n: count, max: maxOpen })}
          beside={<Outcomes outcome={view.outcome} />}
        />
      </div>
    </Sheet>
  )
}
