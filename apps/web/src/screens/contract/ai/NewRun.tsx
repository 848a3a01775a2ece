import { type AiStatus, placeRunToWire } from '@glasshouse/core/ai/codec'
import { planTrade, type SignalValues } from '@glasshouse/core/ai/momentum'
import { type AiTier, usualMaxLoss, validateAiOrder } from '@glasshouse/core/ai/tiers'
import type { Market } from '@glasshouse/core/markets/codec'
import { amountScale, formatUsdt, parseDecimal, type Usdt } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { bestOf, termsOf } from '../../../components/contract/account.ts'
import { useFormatters } from '../../../components/formatters.ts'
import { NumberField } from '../../../components/NumberField.tsx'
import { useSentence } from '../../../components/useSentence.ts'
import { useBook } from '../../../data/book.ts'
import { useInvalidate, useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from './AiPanel.module.css'

const nearest = (choices: readonly number[], wanted: number): number =>
  choices.includes(wanted) ? wanted : (choices[0] ?? wanted)

/** What a new run asks for, as typed, with what its tier allows. */
const useDraft = (tiers: readonly AiTier[]) => {
  const lowest = tiers[0]?.minPrice ?? 0n
  const [priceText, setPrice] = useState(formatUsdt(lowest))
  const [lossText, setLoss] = useState('')
  const [chosenTimes, setTimes] = useState(1)
  const [chosenLeverage, setLeverage] = useState(2)
  const stake = (parseDecimal(priceText, amountScale) ?? 0n) as Usdt
  const tier = tiers.find(({ minPrice, maxPrice }) => stake >= minPrice && stake <= maxPrice) ?? null
  const times = nearest(tier?.times ?? [], chosenTimes)
  const leverage = nearest(tier?.leverages ?? [], chosenLeverage)
  const maxLoss = (
    lossText === '' ? usualMaxLoss(stake) : (parseDecimal(lossText, amountScale) ?? 0n)
  ) as Usdt
  return {
    ...{ priceText, setPrice, lossText, setLoss, setTimes, setLeverage },
    ...{ stake, tier, times, leverage, maxLoss },
    issue: validateAiOrder(tiers, { stake, times, leverage, maxLoss }),
  }
}

/** What each trade would be now, by the rule's own plan at the best ask. */
function Preview({
  market,
  values,
  draft,
}: {
  market: Market
  values: SignalValues | null
  draft: ReturnType<typeof useDraft>
}) {
  const { t } = useTranslation('ai')
  const figures = useFormatters()
  const best = bestOf(useBook(market.pid, market.symbol).value)
  const plan =
    best === null || values === null
      ? null
      : planTrade({
          ...{ side: 'long', values, fill: best.ask, stake: draft.stake, leverage: draft.leverage },
          lossLeft: draft.maxLoss,
          terms: { ...termsOf(market), scale: market.scale },
        })
  const isPlan = plan !== null && typeof plan !== 'string'
  return (
    <>
      <DescriptionList
        dense
        items={[
          { id: 'lots', label: t('new.lots'), value: isPlan ? figures.whole(plan.lots) : '—' },
          { id: 'fee', label: t('new.fee'), value: isPlan ? figures.charge(plan.openFee) : '—' },
          { id: 'loss', label: t('new.loss'), value: isPlan ? figures.charge(plan.lossAtStop) : '—' },
        ]}
      />
      <p className={styles.issue}>
        {plan === 'tooSmall' ? t('new.tooSmall') : plan === 'maxLoss' ? t('new.shortLoss') : ''}
      </p>
    </>
  )
}

/** Margin, largest loss, number of trades and leverage, as the tier of the margin allows. */
function Fields({
  draft,
  range,
}: {
  draft: ReturnType<typeof useDraft>
  range: (key: 'new.noTier' | 'new.badLoss') => string | undefined
}) {
  const { t } = useTranslation('ai')
  const figures = useFormatters()
  const { issue } = draft
  return (
    <>
      <NumberField
        label={t('new.price')}
        layout="inside"
        unit="USDT"
        value={draft.priceText}
        onChange={draft.setPrice}
        error={issue?.field === 'stake' ? range('new.noTier') : undefined}
      />
      <NumberField
        label={t('new.maxLoss')}
        layout="inside"
        unit="USDT"
        value={draft.lossText}
        placeholder={figures.plain(formatUsdt(draft.maxLoss))}
        onChange={draft.setLoss}
        error={issue?.field === 'maxLoss' ? range('new.badLoss') : undefined}
      />
      <div className={styles.choice}>
        <span aria-hidden="true">{t('new.times')}</span>
        <SegmentedControl
          label={t('new.times')}
          look="tiles"
          options={(draft.tier?.times ?? [draft.times]).map((value) => ({
            value,
            label: figures.whole(value),
          }))}
          value={draft.times}
          onChange={draft.setTimes}
        />
      </div>
      <div className={styles.choice}>
        <span aria-hidden="true">{t('new.multiple')}</span>
        <SegmentedControl
          label={t('new.multiple')}
          look="tiles"
          options={(draft.tier?.leverages ?? [draft.leverage]).map((value) => ({
            value,
            label: `${value}×`,
          }))}
          value={draft.leverage}
          onChange={draft.setLeverage}
        />
      </div>
    </>
  )
}

/** Starts a run: margin, number of trades, leverage and the largest loss, with what a trade would cost now. */
export function NewRun({
  market,
  status,
  tiers,
  values,
}: {
  market: Market
  status: AiStatus
  tiers: readonly AiTier[]
  values: SignalValues | null
}) {
  const { t } = useTranslation('ai')
  const figures = useFormatters()
  const sentence = useSentence()
  const invalidate = useInvalidate()
  const draft = useDraft(tiers)
  const start = useMutation('/api/ai/aiPlaceOrder')
  const { issue } = draft
  const range = (key: 'new.noTier' | 'new.badLoss') =>
    issue === null ? undefined : t(key, { min: figures.plain(issue.min), max: figures.plain(issue.max) })
  const send = async (): Promise<void> => {
    const { stake, times, leverage, maxLoss } = draft
    const answer = await start.run(placeRunToWire({ pid: market.pid, leverage, stake, times, maxLoss }))
    if (answer === null) return
    showToast({ title: t('new.started', { id: String(answer.id) }) })
    invalidate('/api/ai/aiStatus', '/api/ai/aiList')
  }
  const reason =
    status.running !== null
      ? t('new.oneRun')
      : status.today >= status.max
        ? t('new.usedUp')
        : issue !== null && range(issue.field === 'stake' ? 'new.noTier' : 'new.badLoss')
  return (
    <form
      className={styles.section}
      aria-label={t('new.title')}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div className={styles.head}>
        <h2>{t('new.title')}</h2>
        <span>{t('new.today', { today: figures.whole(status.today), max: figures.whole(status.max) })}</span>
      </div>
      <Fields draft={draft} range={range} />
      <Preview market={market} values={values} draft={draft} />
      <p className={styles.note}>
        {t('run.gap')} {t('new.promise')}
      </p>
      <Button
        type="submit"
        variant="primary"
        wide
        reason={reason}
        reasonPlace="below"
        busy={start.busy && t('new.busy')}
      >
        {t('new.start', {
          market: market.symbol,
          times: figures.whole(draft.times),
          price: figures.plain(formatUsdt(draft.stake)),
        })}
      </Button>
      {start.error && <p role="alert">{sentence(start.error)}</p>}
    </form>
  )
}
