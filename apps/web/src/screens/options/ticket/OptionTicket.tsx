import type { Market } from '@glasshouse/core/markets/codec'
import { maxOpen } from '@glasshouse/core/options/rules'
import { FieldError } from '@glasshouse/ui/FieldError'
import { lazy, Suspense, useId } from 'react'
import { useFormatters } from '../../../components/formatters.ts'
import { UpcomingTerms } from '../../../components/market/UpcomingTerms.tsx'
import type { OptionData } from '../../../components/option/useOptionData.ts'
import { RiskGate } from '../../../components/risk/RiskGate.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { Amount } from './Amount.tsx'
import { CallPut, CooldownSteps } from './CallPut.tsx'
import { Expiries } from './Expiries.tsx'
import styles from './OptionTicket.module.css'
import { Escrow, Payout, Terms } from './Outcome.tsx'
import { useOptionTicket } from './useOptionTicket.ts'

const ConfirmOption = lazy(() => import('./ConfirmOption.tsx'))

/** Option ticket: duration, stake, possible results, and two buttons. */
export function OptionTicket({
  market,
  trader,
  onReceipt,
}: {
  market: Market
  trader: OptionData
  onReceipt: (id: number) => void
}) {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const reasonId = useId()
  const box = useOptionTicket(market, trader, onReceipt)
  const { view, reason } = box
  return (
    <section className={styles.box} aria-label={t('box.title')}>
      <UpcomingTerms market={market} of="options" />
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
        price={figures.price(box.seen, market.scale)}
        busy={box.busy && box.asked === null}
        off={reason !== null}
        reasonId={reasonId}
        onBuy={box.buy}
      />
      {box.refusal !== null && box.asked === null && <FieldError>{box.refusal}</FieldError>}
      <RiskGate error={box.error} onPassed={box.forget} />
      {box.asked !== null && (
        <Suspense fallback={null}>
          <ConfirmOption box={box} type={box.asked} market={market} />
        </Suspense>
      )}
      <CooldownSteps id={reasonId} lock={box.lock} reason={reason} />
      <Terms outcome={view.outcome} />
      <Escrow outcome={view.outcome} />
    </section>
  )
}
