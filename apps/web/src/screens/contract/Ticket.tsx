import { type Direction, directionNumber } from '@glasshouse/core/contracts/rules'
import type { MarketRow } from '@glasshouse/core/markets/wire'
import { formatPrice } from '@glasshouse/core/money/units'
import { Field } from '@glasshouse/ui/Field'
import { Icon } from '@glasshouse/ui/Icon'
import { Menu } from '@glasshouse/ui/Menu'
import { type PercentStep, PercentSteps } from '@glasshouse/ui/PercentSteps'
import { Segmented } from '@glasshouse/ui/Segmented'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBook } from '../../live/book.ts'
import { useCommand, useReload } from '../../live/query.ts'
import { useFigures } from '../../parts/figures.ts'
import { useSentence } from '../../parts/useSentence.ts'
import { freshBest, lotOf } from './account.ts'
import { Costs } from './Costs.tsx'
import { baseOf } from './market.ts'
import { SendButton } from './SendButton.tsx'
import styles from './Ticket.module.css'
import { lotsAtPercent, type TicketView, ticketView } from './ticket.ts'
import { type Trader, useHolder, type Wallet } from './useHolder.ts'
import { useLots } from './useLots.ts'

const warnAbove = 20

/** What the trader is writing; survives a change of market only where it still makes sense. */
const useDraft = (market: MarketRow) => {
  const multiples = market.multiples.split(',').map((text) => Number.parseInt(text, 10))
  const [direction, setDirection] = useState<Direction>('buy')
  const [wanted, setLeverage] = useState(10)
  const [lotsText, setLots] = useState('')
  const [percent, setPercent] = useState<PercentStep | null>(null)
  const leverage = multiples.includes(wanted) ? wanted : (multiples.at(-1) ?? 1)
  return {
    multiples,
    direction,
    setDirection,
    leverage,
    setLeverage,
    lotsText,
    percent,
    type: (text: string): void => {
      setLots(text)
      setPercent(null)
    },
    share: (step: PercentStep, lots: number): void => {
      setLots(String(lots))
      setPercent(step)
    },
    clear: (): void => {
      setLots('')
      setPercent(null)
    },
  }
}

function WalletPicker({ wallet, onWallet }: { wallet: Wallet; onWallet: (wallet: Wallet) => void }) {
  const { t } = useTranslation('contract')
  const choices: readonly Wallet[] = [1, 2]
  return (
    <Menu
      trigger={
        <button type="button" className={styles.wallet}>
          {t(`ticket.wallet${wallet}`)}
          <Icon name="down" size={12} />
        </button>
      }
      items={choices.map((choice) => ({
        id: String(choice),
        label: t(`ticket.wallet${choice}`),
        chosen: choice === wallet,
        onSelect: () => onWallet(choice),
      }))}
    />
  )
}

/** Sends the order and tells what became of it. */
const useSend = (market: MarketRow, onSent: () => void, onReceipt: (id: number) => void) => {
  const { t } = useTranslation('contract')
  const figures = useFigures()
  const lotsOf = useLots()
  const reload = useReload()
  const command = useCommand('/api/contract/buyContract')
  const send = async (view: TicketView, direction: Direction, leverage: number, wallet: Wallet) => {
    if (view.lots === null || view.price === null || view.problem) return
    const order = await command.run({
      levertype: wallet,
      multiple: leverage,
      originPrice: formatPrice(view.price),
      pid: market.pid,
      number: view.lots,
      status: 1,
      type: directionNumber(direction),
    })
    reload('/api/contract/myContractOrderList', '/api/contract/account')
    if (!order) return
    onSent()
    showToast({
      tone: 'evidence',
      title: t('ticket.opened', {
        side: t(direction === 'buy' ? 'ticket.buyVerb' : 'ticket.sellVerb'),
        lots: lotsOf(order.number),
        price: figures.priceText(order.openPrice, market.scale),
      }),
      text: t('ticket.openedText', {
        margin: figures.amountText(order.cautionMoney, 'ceil'),
        fee: figures.amountText(order.tradeFee, 'ceil'),
      }),
      action: { text: t('ticket.receipt'), onUse: () => onReceipt(order.id) },
    })
  }
  return { send, command }
}

/** The order ticket: what to do, how much of it, what it costs, and one button that says so. */
export function Ticket({
  market,
  markets,
  trader,
  wallet,
  onWallet,
  onReceipt,
  onTransfer,
}: {
  market: MarketRow
  markets: readonly MarketRow[]
  trader: Trader
  wallet: Wallet
  onWallet: (wallet: Wallet) => void
  onReceipt: (id: number) => void
  onTransfer: () => void
}) {
  const { t } = useTranslation('contract')
  const figures = useFigures()
  const lotsOf = useLots()
  const sentence = useSentence()
  const draft = useDraft(market)
  const holder = useHolder(trader, market, markets)
  const terms = { lot: lotOf(market), minLots: market.minnumber, stepLots: market.step }
  const view = ticketView({
    direction: draft.direction,
    leverage: draft.leverage,
    lotsText: draft.lotsText,
    terms,
    best: freshBest(useBook(market.pid, market.procode)),
    holder,
  })
  const { send, command } = useSend(market, draft.clear, onReceipt)
  const openable = view.openable
  return (
    <form
      className={styles.ticket}
      aria-label={t('ticket.title')}
      onSubmit={(event) => {
        event.preventDefault()
        void send(view, draft.direction, draft.leverage, wallet)
      }}
    >
      <Segmented
        label={t('ticket.side')}
        options={[
          { value: 'buy', label: t('ticket.buy'), tone: 'up' },
          { value: 'sell', label: t('ticket.sell'), tone: 'down' },
        ]}
        value={draft.direction}
        onChange={draft.setDirection}
      />
      <div className={styles.mode}>
        <span className={styles.kind}>{t('ticket.market')}</span>
        <WalletPicker wallet={wallet} onWallet={onWallet} />
      </div>
      <Segmented
        label={t('ticket.leverage')}
        look="tiles"
        options={draft.multiples.map((multiple) => ({ value: multiple, label: `${multiple}×` }))}
        value={draft.leverage}
        onChange={draft.setLeverage}
      />
      {draft.leverage > warnAbove && (
        <p className={styles.warn}>
          <Icon name="warning" size={14} />
          {t('ticket.high')}
        </p>
      )}
      <Field
        layout="inside"
        label={t('ticket.price')}
        unit="USDT"
        readOnly
        value={view.price === null ? '—' : figures.price(view.price, market.scale)}
      />
      <div>
        <Field
          layout="inside"
          label={t('ticket.quantity')}
          unit={t('ticket.unit')}
          inputMode="numeric"
          placeholder="0"
          value={draft.lotsText}
          onChange={draft.type}
          error={view.problem?.kind === 'notWhole' ? t('ticket.notWhole') : undefined}
        />
        <div className={styles.steps}>
          <PercentSteps
            label={t('ticket.share')}
            value={draft.percent}
            onPick={(step) => {
              if (openable !== null) draft.share(step, lotsAtPercent(openable, step, terms))
            }}
          />
        </div>
        <div className={styles.under}>
          <span>
            {t('ticket.coins', {
              quantity: figures.plain(figures.trimmed(view.costs?.quantity ?? 0n)),
              coin: baseOf(market.procode),
            })}
          </span>
          {openable !== null && holder && (
            <span>
              {t('ticket.openable', {
                lots: lotsOf(openable),
                free: figures.amount(holder.account.available, 'floor'),
              })}
            </span>
          )}
        </div>
      </div>
      <Costs view={view} market={market} leverage={draft.leverage} holder={holder} />
      {command.error && (
        <p className={styles.error} role="alert">
          <Icon name="warning" size={14} />
          {sentence(command.error)}
        </p>
      )}
      <SendButton
        view={view}
        direction={draft.direction}
        scale={market.scale}
        free={holder?.account.available ?? null}
        busy={command.busy}
        onTransfer={onTransfer}
      />
    </form>
  )
}
