import type { MarketRow } from '@glasshouse/core/markets/wire'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useCall } from '../../../data/query.ts'
import { ChargeVerdict } from '../../../components/receipt/ChargeVerdict.tsx'
import { Halves } from '../../../components/receipt/Halves.tsx'
import styles from '../../../components/receipt/Receipt.module.css'
import { ReceiptVeil } from '../../../components/receipt/ReceiptVeil.tsx'
import { SumLine } from '../../../components/receipt/SumLine.tsx'
import { TickFacts } from '../../../components/receipt/TickFacts.tsx'
import { useFigures } from '../../../components/formatters.ts'
import { decimalsOf, reckonSale, type SaleAnswer } from './saleReckoning.ts'

/** The tick the coins were sold at, and what they brought at it. */
function Sale({ sale, scale }: { sale: SaleAnswer; scale: number }) {
  const { t } = useTranslation('assets')
  const figures = useFigures()
  const { amount, bid, received, matches } = reckonSale(sale)
  return (
    <Halves
      title={t('receipt.tick')}
      facts={<TickFacts tick={sale.tick} scale={scale} side="bid" rule={t('receipt.rule')} />}
    >
      <div className={styles.sum}>
        <SumLine label={t('receipt.sold')} figure={figures.plain(figures.trimmed(amount))} />
        <SumLine
          operator="×"
          label={t('receipt.bid')}
          figure={<b className={styles.strong}>{figures.price(bid, scale)}</b>}
        />
        <SumLine
          operator="="
          label={t('receipt.received')}
          figure={figures.amount(received, 'floor', 8)}
          total
        />
      </div>
      <ChargeVerdict matches={matches} text={t('receipt.match')} />
    </Halves>
  )
}

/** The receipt of a sale of coins: its tick, and what it brought worked out again. */
export default function SaleReceipt({
  id,
  markets,
  onClose,
}: {
  id: number
  markets: readonly MarketRow[]
  onClose: () => void
}) {
  const { t } = useTranslation('assets')
  const answer = useCall('/api/user/exchangeReceipt', { id })
  const { data } = answer
  const scale = markets.find((one) => one.pid === data?.pid)?.scale
  return (
    <ReceiptVeil
      answer={answer}
      of={data ? t('receipt.of', { id, symbol: data.procode }) : null}
      events={null}
      tick={data?.tick ?? null}
      onClose={onClose}
    >
      {data && <Sale sale={data} scale={scale ?? decimalsOf(data.rate)} />}
    </ReceiptVeil>
  )
}
