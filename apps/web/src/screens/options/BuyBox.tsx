import type { MarketRow } from '@glasshouse/core/markets/wire'
import { usdt } from '@glasshouse/core/money/units'
import { maxOpen } from '@glasshouse/core/options/rules'
import { Icon } from '@glasshouse/ui/Icon'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../live/query.ts'
import { useQuote } from '../../live/quotes.ts'
import { useFigures } from '../../parts/figures.ts'
import { usePrice } from '../../parts/LivePrice.tsx'
import { useSentence } from '../../parts/useSentence.ts'
import { Amount } from './Amount.tsx'
import styles from './BuyBox.module.css'
import { Escrow, Terms } from './BuyTerms.tsx'
import { boxKeys, boxView, houseTerms, offered } from './box.ts'
import { CallPut } from './CallPut.tsx'
import { Expiries } from './Expiries.tsx'
import { LockPips, useReason } from './LockPips.tsx'
import { Payout } from './Payout.tsx'
import { useBuy } from './useBuy.ts'
import { useLock } from './useLock.ts'
import type { OptionTrader } from './useTrader.ts'

/** Not known before the settings are there; then the smallest stake stands in the field. */
const useStake = (min: string | undefined) => {
  const [typed, setTyped] = useState<string | null>(null)
  return [typed ?? min ?? '', setTyped] as const
}

/** Which expiry is chosen: by its seconds, so that it stays when the market changes; else the middle one. */
const useChoice = (choices: ReturnType<typeof offered>) => {
  const [seconds, setSeconds] = useState<number | null>(null)
  const chosen =
    choices.find((choice) => choice.seconds === seconds) ?? choices[Math.floor(choices.length / 2)] ?? null
  return [chosen, setSeconds] as const
}

const refusedStake: readonly number[] = [2001, 2002]

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
  const sentence = useSentence()
  const keys = useCall('/api/common/getKeys', { keys: boxKeys })
  const terms = houseTerms(keys.data)
  const choices = terms ? offered(market, terms.payoutCeiling) : []
  const [choice, choose] = useChoice(choices)
  const [stakeText, setStake] = useStake(keys.data?.order_min_price)
  const quote = useQuote(market.procode)
  const seen = usePrice(market)
  const free = trader.user ? usdt(trader.user.wallet) : null
  const view = boxView({
    stakeText,
    choice,
    stakes: terms?.stakes ?? null,
    free,
    openCount: trader.openTotal ?? null,
    hasPrice: quote.state === 'live',
  })
  const { lock, start } = useLock()
  const reason = useReason(view.problem, lock)
  const reasonId = useId()
  const placed = (): void => {
    start()
    trader.refresh()
  }
  const { buy, command } = useBuy(placed, onReceipt)
  const { forget, error } = command
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused no longer stands once the wish changed
  useEffect(forget, [stakeText, choice?.seconds, market.pid])
  const aboutStake = error !== null && refusedStake.includes(error.retCode)
  return (
    <section className={styles.box} aria-label={t('box.title')}>
      <Expiries choices={choices} choice={choice} onChoose={choose} />
      <Amount
        text={stakeText}
        onText={setStake}
        stakes={terms?.stakes ?? null}
        free={free}
        problem={view.problem}
        refusal={aboutStake ? sentence(error) : undefined}
        open={trader.openTotal === undefined ? null : t('box.open', { n: trader.openTotal, max: maxOpen })}
      />
      <Payout outcome={view.outcome} />
      <CallPut
        price={figures.priceText(seen, market.scale)}
        busy={command.busy}
        off={reason !== null}
        reasonId={reasonId}
        onBuy={(ostyle) => void buy({ market, choice, view, seen }, ostyle)}
      />
      {error && !aboutStake && (
        <p className={styles.error} role="alert">
          <Icon name="warning" size={14} />
          {sentence(error)}
        </p>
      )}
      <LockPips id={reasonId} lock={lock} reason={reason} />
      <Terms outcome={view.outcome} />
      <Escrow outcome={view.outcome} />
    </section>
  )
}
