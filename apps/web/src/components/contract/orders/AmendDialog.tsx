import { type ContractOrder, contractOrderFromWire } from '@glasshouse/core/contracts/codec'
import { amendOrderToWire } from '@glasshouse/core/contracts/commands/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import { formatPrice, priceStep, type Usdt } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { Calculation } from '@glasshouse/ui/Calculation'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { Dialog } from '@glasshouse/ui/Dialog'
import { Select } from '@glasshouse/ui/Select'
import { showToast } from '@glasshouse/ui/Toast'
import { useId, useState } from 'react'
import { useBook } from '../../../data/book.ts'
import { serverNow } from '../../../data/clock.ts'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { site } from '../../../site.ts'
import { useFormatters } from '../../formatters.ts'
import { useFeeParts, useLots } from '../../market/orderLabels.ts'
import { NumberField } from '../../NumberField.tsx'
import { RiskGate } from '../../risk/RiskGate.tsx'
import { liveBestPrices } from '../account.ts'
import {
  type AmendDraft,
  amendment,
  amendView,
  isUnchanged,
  originalDraft,
  releasedAccount,
} from '../amend.ts'
import type { CellProps } from '../cells.tsx'
import { holdShown, pendingView } from '../positions.ts'
import { sideKey } from '../side.ts'
import { expiryChange, expiryChoices } from '../ticket/expiry.ts'
import { sizeTextOf, steppedLots, steppedPrice } from '../ticket/size.ts'
import { TpSlFields } from '../ticket/TpSlFields.tsx'
import type { TicketView } from '../ticket/ticket.ts'
import { useMaxNotional, useNotifications } from '../ticket/useTicket.ts'
import type { TradingData } from '../tradingData.ts'
import { useTradingAccount } from '../useTradingAccount.ts'
import styles from './CloseDialog.module.css'
import { DialogError } from './DialogError.tsx'

/** Hold of the order before and after the change. */
function Consequence({ order, market, view }: CellProps & { view: TicketView }) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const old = pendingView(order, market.lot, null)
  const { costs } = view
  const onHold = costs && holdShown(costs.margin, (costs.needed - costs.margin) as Usdt)
  const paidBy = useFeeParts()
  return (
    <DescriptionList
      items={[
        {
          id: 'back',
          label: t('cancelOrder.back'),
          value: figures.own(old.shown.held),
          working: <Calculation sum={figures.terms(old.shown.parts)} />,
        },
        {
          id: 'held',
          label: t(view.rests ? 'amend.held' : 'amend.taken'),
          value: onHold ? figures.own(onHold.held) : '—',
          working: onHold && costs && (
            <>
              <Calculation sum={figures.terms(onHold.parts)} />
              {costs.feeFromBonus > 0n && (
                <span className={styles.paidBy}>{paidBy(costs.fee, costs.feeFromBonus)}</span>
              )}
            </>
          ),
          total: true,
        },
      ]}
    />
  )
}

/** Why the order cannot be changed. */
const useReason = (view: TicketView, same: boolean) => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const { problem } = view
  if (same) return t('tpSl.same')
  if (problem === null) return undefined
  if (problem.kind === 'balanceLow')
    return t('amend.balanceLow', { needed: figures.amount(problem.needed, 'ceil') })
  // Errors of a field are shown at the field.
  return problem.kind === 'noPrice' ? t('ticket.noPrice') : true
}

type DraftProps = {
  draft: AmendDraft
  order: ContractOrder
  view: TicketView
  market: Market
  onChange: (part: Partial<AmendDraft>) => void
}

/** How long the order may rest from now on. */
function ExpiryField({ order: { expiresMs }, draft, onChange }: Omit<DraftProps, 'view' | 'market'>) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const kept =
    expiresMs === null
      ? []
      : [{ value: 'keep' as const, label: t('amend.expires', { time: figures.full(expiresMs) }) }]
  return (
    <Select
      label={t('ticket.expiry')}
      options={[...kept, ...expiryChoices.map((value) => ({ value, label: t(`ticket.expiries.${value}`) }))]}
      value={draft.expiry}
      onChange={(expiry) => onChange({ expiry })}
    />
  )
}

/** Fields for the new price, lots, stops and expiry. */
function DraftFields({ draft, view, market, order, onChange }: DraftProps) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  const fillsNow = view.price !== null && !view.rests
  const { problem } = view
  const sizeError =
    problem?.kind === 'limits'
      ? t('ticket.limits', { lots: lotsOf(problem.min), step: figures.whole(problem.step) })
      : problem?.kind === 'tooLarge'
        ? t('ticket.tooLarge', { max: figures.amount(problem.max, 'floor') })
        : problem?.kind === 'empty' || problem?.kind === 'notWhole'
          ? t(`ticket.${problem.kind}`)
          : undefined
  return (
    <>
      <NumberField
        layout="inside"
        label={t('amend.price')}
        unit="USDT"
        autoFocus={site === 'desktop'}
        value={draft.priceText}
        onChange={(priceText) => onChange({ priceText })}
        onStep={(by) => {
          const next = steppedPrice(view.sentPrice ?? order.openPrice, priceStep(market.scale), by)
          onChange({ priceText: formatPrice(next) })
        }}
        error={view.price === null ? t('ticket.wrongPrice') : undefined}
        note={
          fillsNow
            ? t('ticket.fillsNow', { price: figures.price(view.price ?? 0n, market.scale) })
            : undefined
        }
      />
      <NumberField
        layout="inside"
        label={t('ticket.quantity')}
        unit={t('ticket.unit')}
        whole
        value={draft.lotsText}
        onChange={(lotsText) => onChange({ lotsText })}
        onStep={(by) =>
          onChange({ lotsText: sizeTextOf(steppedLots(view.lots, market, by), 'lots', null, market) })
        }
        error={sizeError}
      />
      <TpSlFields
        profitText={draft.profitText}
        lossText={draft.lossText}
        view={view.stops}
        input={view.stopsInput}
        onProfit={(profitText) => onChange({ profitText })}
        onLoss={(lossText) => onChange({ lossText })}
        onUnit={(stopUnit, [profitText, lossText]) => onChange({ stopUnit, profitText, lossText })}
      />
      <ExpiryField order={order} draft={draft} onChange={onChange} />
    </>
  )
}

type AmendDialogProps = CellProps & {
  /** Price at which the line was released; the price of the order if opened without a drag. */
  priceText?: string | undefined
  trader: TradingData
  markets: readonly Market[]
  onDone: () => void
  onReceipt: (id: number) => void
}

/** State of a change: draft, view of the changed order, and the command. */
const useAmend = ({ order, market, priceText, trader, markets, onDone, onReceipt }: AmendDialogProps) => {
  const { t } = useTranslation('contract')
  const newsOf = useNotifications(market)
  const [draft, setDraft] = useState<AmendDraft>({
    ...originalDraft(order),
    ...(priceText === undefined ? {} : { priceText }),
  })
  const command = useMutation('/api/contract/amendContract')
  const holder = useTradingAccount(trader, market, markets)
  const best = liveBestPrices(useBook(market.pid, market.symbol))
  const isOpen = trader.pending?.some(({ id }) => id === order.id) ?? false
  const { held } = pendingView(order, market.lot, null)
  const free = holder && isOpen ? releasedAccount(holder, held) : holder
  const maxNotional = useMaxNotional(market.pid, order.side, order.id)
  const view = amendView({ order, market, draft, best, holder: free, maxNotional })
  const amend = async (): Promise<void> => {
    const change = amendment(view)
    if (change === null) return
    const expiry = expiryChange(order.expiresMs, draft.expiry, serverNow())
    const amended = { id: order.id, change: { ...change, ...expiry }, termsId: market.termsId }
    const done = await command.run(amendOrderToWire(amended))
    if (!done) return
    onDone()
    showToast({
      tone: 'evidence',
      ...newsOf(contractOrderFromWire(done)),
      action: { text: t('ticket.receipt'), onUse: () => onReceipt(done.id) },
    })
  }
  return {
    command,
    draft,
    view,
    change: (part: Partial<AmendDraft>) => setDraft({ ...draft, ...part }),
    amend,
    same: isUnchanged(order, view) && draft.expiry === originalDraft(order).expiry,
  }
}

/** Changes price and stops of an open order in one step. */
export default function AmendDialog(props: AmendDialogProps) {
  const { order, market, onDone } = props
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const form = useId()
  const { command, view, draft, same, ...moving } = useAmend(props)
  const reason = useReason(view, same)
  const leave = (): void => {
    if (!command.busy) onDone()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={t('amend.title', {
        symbol: order.symbol,
        side: t(sideKey(order)),
        multiple: order.leverage,
      })}
      description={t('amend.text', { price: figures.price(order.openPrice, market.scale) })}
      closeLabel={t('close')}
      foot={
        <>
          <Button onClick={leave}>{t('cancelOrder.keep')}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={command.busy && t('amend.acting')}
            reason={reason}
          >
            {t('amend.act', { price: figures.price(view.sentPrice ?? order.openPrice, market.scale) })}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault()
          void moving.amend()
        }}
      >
        <DraftFields draft={draft} view={view} market={market} order={order} onChange={moving.change} />
        <Consequence order={order} market={market} view={view} />
        <DialogError error={command.error} />
        <RiskGate error={command.error} onPassed={command.forget} />
      </form>
    </Dialog>
  )
}
