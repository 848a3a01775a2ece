import type { Market } from '@glasshouse/core/markets/codec'
import { type Sale, saleFromWire } from '@glasshouse/core/wallets/codec'
import { useDecodedCall } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormatters } from '../../formatters.ts'
import { CalculationLine } from '../CalculationLine.tsx'
import { ChargeCheck } from '../ChargeCheck.tsx'
import styles from '../Receipt.module.css'
import { ReceiptDialog } from '../ReceiptDialog.tsx'
import { TickDetails } from '../TickDetails.tsx'
import { TwoColumns } from '../TwoColumns.tsx'
import { decimalsOf, recalculateConversion } from './saleReckoning.ts'

/** Tick of the sale, and the proceeds at its price. */
function Proceeds({ sale, scale }: { sale: Sale; scale: number }) {
  const { t } = useTranslation('assets')
  const figures = useFormatters()
  const { amount, bid, received, matches } = recalculateConversion(sale)
  return (
    <TwoColumns
      title={t('receipt.tick')}
      facts={<TickDetails tick={sale.tick} scale={scale} side="bid" rule={t('receipt.rule')} />}
    >
      <div className={styles.sum}>
        <CalculationLine label={t('receipt.sold')} figure={figures.plain(figures.trimmed(amount))} />
        <CalculationLine
          operator="×"
          label={t('receipt.bid')}
          figure={<b className={styles.strong}>{figures.price(bid, scale)}</b>}
        />
        <CalculationLine
          operator="="
          label={t('receipt.received')}
          figure={figures.amount(received, 'floor', 8)}
          total
        />
      </div>
      <ChargeCheck matches={matches} text={t('receipt.match')} />
    </TwoColumns>
  )
}

/** Receipt of a coin sale: its tick and recalculated proceeds. */
export default function SaleReceipt({
  id,
  markets,
  onClose,
}: {
  id: number
  markets: readonly Market[]
  onClose: () => void
}) {
  const { t } = useTranslation('assets')
  const answer = useDecodedCall('/api/user/exchangeReceipt', { id }, saleFromWire)
  const { data } = answer
  const scale = markets.find((market) => market.pid === data?.pid)?.scale
  return (
    <ReceiptDialog
      answer={answer}
      of={data ? t('receipt.of', { id, symbol: data.symbol }) : null}
      events={null}
      tick={data?.tick ?? null}
      onClose={onClose}
    >
      {data && <Proceeds sale={data} scale={scale ?? decimalsOf(data.rate)} />}
    </ReceiptDialog>
  )
}
