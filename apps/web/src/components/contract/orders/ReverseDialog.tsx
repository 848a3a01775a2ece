import { closePositionToWire } from '@glasshouse/core/contracts/commands/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import { Button } from '@glasshouse/ui/Button'
import { Dialog } from '@glasshouse/ui/Dialog'
import { useState } from 'react'
import { useBook } from '../../../data/book.ts'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormatters } from '../../formatters.ts'
import { useLots } from '../../market/orderLabels.ts'
import { RiskGate } from '../../risk/RiskGate.tsx'
import { liveBestPrices } from '../account.ts'
import type { CellProps } from '../cells.tsx'
import { closeView, toOpenPosition } from '../positions.ts'
import { oppositeSide, reverseView, tradingDataAfter } from '../reverse.ts'
import { sideKey } from '../side.ts'
import { Costs } from '../ticket/Costs.tsx'
import { Reason, useSays } from '../ticket/Message.tsx'
import { useSubmitOrder } from '../ticket/useTicket.ts'
import type { TradingData } from '../tradingData.ts'
import { payingWallet, useTradingAccount } from '../useTradingAccount.ts'
import styles from './CloseDialog.module.css'
import { CloseConsequence } from './CloseDialog.tsx'
import { DialogError } from './DialogError.tsx'

type ReverseDialogProps = CellProps & {
  trader: TradingData
  markets: readonly Market[]
  onDone: () => void
  onReceipt: (id: number) => void
}

/** Both orders at current prices, and the commands: the second is sent only after the first has succeeded. */
const useReversing = ({ order, market, trader, markets, onDone, onReceipt }: ReverseDialogProps) => {
  const [isClosed, setClosed] = useState(false)
  const best = liveBestPrices(useBook(market.pid, market.symbol))
  const paying = payingWallet(trader)
  const close =
    isClosed || !best || !paying
      ? null
      : closeView(toOpenPosition(order, market.lot), order.lots, market.lot, best, paying)
  const after = close === null ? trader : tradingDataAfter(trader, order, close)
  const holder = useTradingAccount(after, market, markets)
  const opened = reverseView(order, market, { best, holder })
  const closing = useMutation('/api/contract/pingcangContract')
  const { send, command } = useSubmitOrder(market, onDone, onReceipt)
  const { leverage } = order
  const draft = { leverage, mode: 'market', side: oppositeSide(order.side), expiry: 'none' } as const
  const reverse = async (): Promise<void> => {
    if (!isClosed && !(await closing.run(closePositionToWire({ id: order.id, lots: null })))) return
    setClosed(true)
    await send(opened, draft, trader.wallet)
  }
  return { isClosed, close, opened, holder, draft, reverse, closing, command }
}

/** Closes a position and opens the opposite one: two orders, each with its costs before either is sent. */
export default function ReverseDialog(props: ReverseDialogProps) {
  const { order, market, onDone } = props
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  const { isClosed, close, opened, holder, draft, reverse, closing, command } = useReversing(props)
  const says = useSays(opened, draft, market.scale)
  const isBusy = closing.busy || command.busy
  const { problem } = opened
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onDone()}
      title={t('reverse.title', {
        symbol: order.symbol,
        side: t(sideKey(order)),
        multiple: order.leverage,
      })}
      description={t(isClosed ? 'reverse.closed' : 'reverse.text')}
      closeLabel={t('close')}
      foot={
        <>
          <Button onClick={onDone}>{t('cancel')}</Button>
          <Button
            variant={draft.side === 'long' ? 'up' : 'down'}
            busy={isBusy && t('reverse.acting')}
            reason={
              problem ? (
                <Reason problem={problem} free={holder?.account.available ?? null} onTransfer={null} />
              ) : undefined
            }
            onClick={(event) => {
              if (event.detail < 2) void reverse()
            }}
          >
            {isClosed ? says : t('reverse.act', { lots: lotsOf(order.lots) })}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {close && (
          <section>
            <h3 className={styles.part}>
              {t('reverse.first', {
                lots: lotsOf(order.lots),
                price: figures.price(close.price, market.scale),
              })}
            </h3>
            <CloseConsequence view={close} order={order} market={market} />
          </section>
        )}
        <section>
          <h3 className={styles.part}>{t('reverse.second', { order: says })}</h3>
          <Costs view={opened} market={market} leverage={order.leverage} holder={holder} />
        </section>
        <DialogError error={closing.error ?? command.error} />
        <RiskGate error={command.error} onPassed={command.forget} />
      </div>
    </Dialog>
  )
}
