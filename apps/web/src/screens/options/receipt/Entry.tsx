import { formatUsdt } from '@glasshouse/core/money/units'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { ChargeVerdict } from '../../../components/receipt/ChargeVerdict.tsx'
import { Halves } from '../../../components/receipt/Halves.tsx'
import styles from '../../../components/receipt/Receipt.module.css'
import { SumLine } from '../../../components/receipt/SumLine.tsx'
import { TickFacts } from '../../../components/receipt/TickFacts.tsx'
import { useFigures } from '../../../components/formatters.ts'
import type { EntryReckoning, ReceiptAnswer } from '../receipt.ts'

/** The tick an option began with, and what was promised at it. */
export function Entry({
  answer,
  reckoning,
  scale,
}: {
  answer: ReceiptAnswer
  reckoning: EntryReckoning
  scale: number
}) {
  const { t } = useTranslation('options')
  const figures = useFigures()
  const { seen, entry, stake, percent, win, matches } = reckoning
  const tolerance = figures.percent(BigInt(answer.tolerancePpm) / 100n)
  return (
    <Halves
      title={t('receipt.entryTick')}
      facts={<TickFacts tick={answer.entry.tick} scale={scale} rule={t('receipt.lastInForce')} />}
    >
      <div className={styles.sum}>
        <SumLine label={t('receipt.seen')} figure={figures.price(seen, scale)} />
        <SumLine
          label={t('receipt.accepted', { tolerance })}
          figure={<b className={styles.strong}>{figures.price(entry, scale)}</b>}
        />
        <SumLine label={t('receipt.stake')} figure={figures.plain(formatUsdt(stake))} />
        <SumLine
          operator="×"
          label={t('receipt.pays')}
          figure={t('percent', { n: figures.whole(percent) })}
        />
        <SumLine operator="=" label={t('receipt.win')} figure={figures.amount(win, 'floor', 8)} total />
      </div>
      <ChargeVerdict matches={matches} text={t('receipt.matchEntry')} />
    </Halves>
  )
}
