import { type BestPrices, fillPrice, quantityOf } from '@glasshouse/core/contracts/rules'
import type { Market } from '@glasshouse/core/markets/codec'
import { priceScale } from '@glasshouse/core/money/units'
import { Field } from '@glasshouse/ui/Field'
import { Icon } from '@glasshouse/ui/Icon'
import { Menu } from '@glasshouse/ui/Menu'
import { PercentPicker } from '@glasshouse/ui/PercentPicker'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { formatFixed, useFormatters } from '../../../components/formatters.ts'
import { baseOf } from '../../../components/market/market.ts'
import { useLots } from '../../../components/market/orderLabels.ts'
import { NumberField } from '../../../components/NumberField.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { Wallet } from '../useTradingData.ts'
import type { Draft } from './draft.ts'
import styles from './Ticket.module.css'
import { lotsAtPercent, type TicketQuestion, type TicketView } from './ticket.ts'

/** Buy or sell. */
export function Side({ draft, className }: { draft: Draft; className?: string | undefined }) {
  const { t } = useTranslation('contract')
  return (
    <SegmentedControl
      className={className}
      label={t('ticket.side')}
      options={[
        { value: 'long', label: t('ticket.buy'), tone: 'up' },
        { value: 'short', label: t('ticket.sell'), tone: 'down' },
      ]}
      value={draft.side}
      onChange={draft.setSide}
    />
  )
}

/** Selects the contract wallet that pays. */
export function WalletPicker({ wallet, onWallet }: { wallet: Wallet; onWallet: (wallet: Wallet) => void }) {
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

/** Leverage selection. */
export function Leverage({ draft }: { draft: Draft }) {
  const { t } = useTranslation('contract')
  return (
    <SegmentedControl
      label={t('ticket.leverage')}
      look="tiles"
      options={draft.multiples.map((multiple) => ({ value: multiple, label: `${multiple}×` }))}
      value={draft.leverage}
      onChange={draft.setLeverage}
    />
  )
}

/** Quantity in lots: typed or as a share of the maximum, with the quantity in coins. */
export function Quantity({
  draft,
  view,
  market,
  terms,
  messageId,
}: {
  draft: Draft
  view: TicketView
  market: Market
  terms: TicketQuestion['terms']
  messageId: string
}) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  const { openable, lots } = view
  const coins = lots === null ? null : figures.plain(figures.trimmed(quantityOf(lots, terms.lot)))
  return (
    <div>
      <NumberField
        layout="inside"
        label={t('ticket.quantity')}
        unit={t('ticket.unit')}
        whole
        placeholder="0"
        value={draft.lotsText}
        onChange={draft.type}
        error={view.problem?.kind === 'notWhole' ? t('ticket.notWhole') : undefined}
        errorAt={messageId}
      />
      <div className={styles.steps}>
        <PercentPicker
          label={t('ticket.share')}
          value={draft.percent}
          onPick={(step) => {
            if (openable !== null) draft.share(step, lotsAtPercent(openable, step, terms))
          }}
        />
      </div>
      <div className={styles.under}>
        <span>{coins !== null && t('ticket.coins', { quantity: coins, coin: baseOf(market.symbol) })}</span>
        {openable !== null && <span>{t('ticket.openable', { lots: lotsOf(openable) })}</span>}
      </div>
    </div>
  )
}

/** Market or limit order; the limit price starts with the current price. */
export function ModeTabs({ draft, best, scale }: { draft: Draft; best: BestPrices | null; scale: number }) {
  const { t } = useTranslation('contract')
  return (
    <SegmentedControl
      label={t('ticket.mode')}
      look="underline"
      options={[
        { value: 'market', label: t('ticket.market') },
        { value: 'fixed', label: t('ticket.fixed') },
      ]}
      value={draft.mode}
      onChange={(mode) => {
        draft.setMode(mode)
        if (mode === 'fixed' && draft.priceText === '' && best)
          draft.setPrice(formatFixed(fillPrice(draft.side, best), priceScale, scale, 'truncate'))
      }}
    />
  )
}

/** Price of the order: the market price, or a limit price field that warns if the order would fill at once. */
export function PriceField({
  draft,
  view,
  scale,
  messageId,
}: {
  draft: Draft
  view: TicketView
  scale: number
  /** Id of the element that shows the error, if it is not below the field. */
  messageId?: string
}) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const { price } = view
  if (draft.mode === 'market')
    return (
      <Field
        layout="inside"
        label={t('ticket.price')}
        unit="USDT"
        readOnly
        value={price === null ? '—' : figures.price(price, scale)}
      />
    )
  const fillsNow = price !== null && !view.rests
  return (
    <NumberField
      layout="inside"
      label={t('ticket.fixedPrice')}
      unit="USDT"
      value={draft.priceText}
      onChange={draft.setPrice}
      error={draft.priceText.trim() !== '' && price === null ? t('ticket.wrongPrice') : undefined}
      errorAt={messageId}
      note={fillsNow && !messageId ? t('ticket.fillsNow', { price: figures.price(price, scale) }) : undefined}
    />
  )
}
