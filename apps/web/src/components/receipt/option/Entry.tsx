import { formatUsdt } from '@glasshouse/core/money/units'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormatters } from '../../formatters.ts'
import { CalculationLine } from '../CalculationLine.tsx'
import { ChargeCheck } from '../ChargeCheck.tsx'
import { EntryWindow } from '../EntryWindow.tsx'
import styles from '../Receipt.module.css'
import { TickDetails } from '../TickDetails.tsx'
import { TwoColumns } from '../TwoColumns.tsx'
import type { EntryReckoning, ReceiptAnswer } from './receipt.ts'

/** Entry tick of an option and the promised payout. */
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
  const figures = useFormatters()
  const { seen, entry, stake, percent, win, matches } = reckoning
  const { accepted, acceptedTime } = answer.entry
  const waited = accepted === undefined || acceptedTime === undefined ? null : { accepted, acceptedTime }
  const tolerance = figures.percent(BigInt(answer.tolerancePpm) / 100n)
  return (
    <TwoColumns
      title={t('receipt.entryTick')}
      facts={
        <>
          <TickDetails
            tick={answer.entry.tick}
            scale={scale}
            rule={t(waited === null ? 'receipt.lastInForce' : 'receipt.firstTrade')}
          />
          {waited && <EntryWindow {...waited} scale={scale} />}
        </>
      }
    >
      <div className={styles.sum}>
        <CalculationLine label={t('receipt.seen')} figure={figures.price(seen, scale)} />
        <CalculationLine
          label={t('receipt.accepted', { tolerance })}
          figure={<b className={styles.strong}>{figures.price(entry, scale)}</b>}
        />
        <CalculationLine label={t('receipt.stake')} figure={figures.plain(formatUsdt(stake))} />
        <CalculationLine
          operator="×"
          label={t('receipt.pays')}
          figure={t('percent', { n: figures.whole(percent) })}
        />
        <CalculationLine
          operator="="
          label={t('receipt.win')}
          figure={figures.amount(win, 'floor', 8)}
          total
        />
      </div>
      <ChargeCheck matches={matches} text={t('receipt.matchEntry')} />
    </TwoColumns>
  )
}
