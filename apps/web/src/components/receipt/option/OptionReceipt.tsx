import type { Market } from '@glasshouse/core/markets/codec'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { useState } from 'react'
import { type QueryState, useDecodedCall } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useStyle } from '../../market/useStyle.ts'
import styles from '../Receipt.module.css'
import { ReceiptDialog } from '../ReceiptDialog.tsx'
import { Entry } from './Entry.tsx'
import { Exit } from './Exit.tsx'
import { type ReceiptAnswer, recalculateEntry, recalculateExit, receiptFromWire } from './receipt.ts'

const useOrderName = (order: ReceiptAnswer['order'] | undefined): string | null => {
  const { t } = useTranslation('options')
  const styleOf = useStyle()
  return order ? t('receipt.of', { id: order.id, symbol: order.symbol, style: styleOf(order.type) }) : null
}

/** Receipt of one option: entry and settlement ticks, and its recalculated payout. */
export default function Receipt({
  id,
  markets,
  onClose,
}: {
  id: number
  markets: readonly Market[]
  onClose: () => void
}) {
  const answer = useDecodedCall('/api/option/receipt', { id }, receiptFromWire)
  return <ShownReceipt answer={answer} markets={markets} onClose={onClose} />
}

/** A receipt that is loaded; without `onClose` a part of its page. */
export function ShownReceipt({
  answer,
  markets,
  onClose,
}: {
  answer: QueryState<ReceiptAnswer>
  markets: readonly Market[]
  onClose: (() => void) | null
}) {
  const { t } = useTranslation('options')
  const { data } = answer
  const [chosen, setChosen] = useState<'entry' | 'exit'>('exit')
  const exit = data ? recalculateExit(data) : null
  const at = exit === null ? 'entry' : chosen
  const scale = markets.find((market) => market.pid === data?.order.pid)?.scale
  return (
    <ReceiptDialog
      answer={answer}
      of={useOrderName(data?.order)}
      events={
        exit && (
          <SegmentedControl
            className={styles.events}
            label={t('receipt.event')}
            look="underline"
            options={[
              { value: 'entry', label: t('receipt.entry') },
              { value: 'exit', label: t('receipt.exit') },
            ]}
            value={at}
            onChange={setChosen}
          />
        )
      }
      tick={(at === 'entry' ? data?.entry.tick : data?.exit?.tick) ?? null}
      onClose={onClose}
    >
      {data && scale !== undefined && at === 'entry' && (
        <Entry answer={data} reckoning={recalculateEntry(data)} scale={scale} />
      )}
      {data && scale !== undefined && exit && at === 'exit' && (
        <Exit answer={data} reckoning={exit} scale={scale} />
      )}
    </ReceiptDialog>
  )
}
