import { partProblem } from '@glasshouse/core/contracts/checks'
import { feeRateOf } from '@glasshouse/core/markets/feeRate'
import { usdt } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { Change } from '@glasshouse/ui/Change'
import { Dialog } from '@glasshouse/ui/Dialog'
import { Facts } from '@glasshouse/ui/Facts'
import { showToast } from '@glasshouse/ui/Toast'
import { Working } from '@glasshouse/ui/Working'
import { useId, useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useBook } from '../../../data/book.ts'
import { useCommand } from '../../../data/query.ts'
import { useFigures } from '../../../components/formatters.ts'
import { signOf } from '../../../components/market/market.ts'
import { NumberField } from '../../../components/NumberField.tsx'
import { freshBest, lotOf } from '../account.ts'
import { type CloseView, closeView, heldPosition } from '../positions.ts'
import { readLots } from '../ticket.ts'
import { useFeeParts } from '../useFeeParts.ts'
import { payingWallet } from '../useHolder.ts'
import { useLots } from '../useLots.ts'
import type { Trader } from '../useTrader.ts'
import styles from './CloseDialog.module.css'
import type { CellProps } from './cells.tsx'
import { DialogError } from './DialogError.tsx'

/** What closing does to the wallet, with the working of every figure. */
function Consequence({ view, order, market }: CellProps & { view: CloseView }) {
  const { t } = useTranslation('contract')
  const figures = useFigures()
  const price = (units: bigint): string => figures.price(units, market.scale)
  const coins = figures.plain(figures.trimmed(view.quantity))
  const opened = figures.priceText(order.openPrice, market.scale)
  const [from, to] = order.type === 1 ? [price(view.price), opened] : [opened, price(view.price)]
  const feeParts = useFeeParts()(view.fee, view.feeFromBonus)
  const profit = figures.own(view.profit, 'always')
  return (
    <Facts
      items={[
        {
          id: 'price',
          label: t('closing.price'),
          value: price(view.price),
          working: <Working sum={t(order.type === 1 ? 'closing.priceBid' : 'closing.priceAsk')} />,
        },
        {
          id: 'profit',
          label: t('closing.profit'),
          value: (
            <Change direction={signOf(view.profit)} arrow={false}>
              {profit}
            </Change>
          ),
          working: <Working sum={`${coins} × ( ${from} − ${to} )`} />,
        },
        {
          id: 'fee',
          label: t('closing.fee'),
          value: figures.charge(view.fee),
          working: (
            <>
              <Working
                sum={`${coins} × ${price(view.price)} × ${figures.feeRate(feeRateOf(order.feeRate))}`}
              />
              {feeParts !== null && <span className={styles.paidBy}>{feeParts}</span>}
            </>
          ),
        },
        {
          id: 'back',
          label: t('closing.back'),
          value: figures.own(view.shown.back),
          working: (
            <>
              <Working sum={figures.terms(view.shown.parts)} />
              {view.insured > 0n && (
                <span className={styles.paidBy}>
                  {figures.own(view.insured)} {t('receipt.insurance')}
                </span>
              )}
            </>
          ),
          total: true,
        },
      ]}
    />
  )
}

/** Closes and tells what became of it. */
const useClosing = ({ order, market }: CellProps, onDone: () => void, onReceipt: (id: number) => void) => {
  const { t } = useTranslation('contract')
  const figures = useFigures()
  const command = useCommand('/api/contract/pingcangContract')
  const close = async (lots: number): Promise<void> => {
    const done = await command.run({ id: order.id, number: lots === order.number ? undefined : lots })
    if (!done) return
    onDone()
    const fromBonus = usdt(done.feeFromBonus ?? '0')
    showToast({
      tone: 'evidence',
      title: t('orders.closedTold', {
        symbol: done.procode,
        price: figures.priceText(done.closePrice, market.scale),
      }),
      text: [
        t('orders.closedToldText', {
          profit: figures.own(usdt(done.factProfits), 'always'),
          fee: figures.charge(usdt(done.tradeFee)),
        }),
        ...(fromBonus === 0n ? [] : [t('fee.toldClosing', { bonus: figures.charge(fromBonus) })]),
      ].join(' '),
      action: { text: t('ticket.receipt'), onUse: () => onReceipt(done.id) },
    })
  }
  return { close, command }
}

/** Asks before a position closes, with everything it will do. */
export default function CloseDialog({
  order,
  market,
  trader,
  onDone,
  onReceipt,
}: CellProps & { trader: Trader; onDone: () => void; onReceipt: (id: number) => void }) {
  const { t } = useTranslation('contract')
  const figures = useFigures()
  const lotsOf = useLots()
  const form = useId()
  const [lotsText, setLots] = useState(String(order.number))
  const { close, command } = useClosing({ order, market }, onDone, onReceipt)
  const best = freshBest(useBook(market.pid, market.procode))
  const lots = readLots(lotsText)
  const limits = { minLots: market.minnumber, stepLots: market.step }
  const allowed =
    lots !== null && lots > 0 && lots <= order.number && !partProblem(lots, order.number, limits)
  const lot = lotOf(market)
  const paying = payingWallet(trader)
  const view = allowed && best && paying ? closeView(heldPosition(order, lot), lots, lot, best, paying) : null
  const range = { min: market.minnumber, max: order.number, step: market.step }
  const side = t(order.type === 1 ? 'orders.buy' : 'orders.sell')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onDone()}
      title={t('closing.title', { symbol: order.procode, side, multiple: order.multiple })}
      description={t('closing.text')}
      closeLabel={t('close')}
      foot={
        <>
          <Button onClick={onDone}>{t('cancel')}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={command.busy && t('closing.acting')}
            reason={!allowed ? true : view ? undefined : t('closing.noPrice')}
          >
            {view && lots !== null
              ? t('closing.act', { lots: lotsOf(lots), price: figures.price(view.price, market.scale) })
              : t('orders.close')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault()
          if (view && lots !== null) void close(lots)
        }}
      >
        <NumberField
          layout="inside"
          label={t('closing.lots')}
          limits={t('closing.lotsLimits', range)}
          unit={t('ticket.unit')}
          whole
          value={lotsText}
          onChange={setLots}
          error={allowed ? undefined : t('closing.wrongLots', range)}
        />
        {view && <Consequence view={view} order={order} market={market} />}
        <DialogError error={command.error} />
      </form>
    </Dialog>
  )
}
