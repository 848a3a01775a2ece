import { quantityOf } from '@glasshouse/core/contracts/rules'
import type { Market } from '@glasshouse/core/markets/codec'
import { Icon } from '@glasshouse/ui/Icon'
import { Menu } from '@glasshouse/ui/Menu'
import { PercentPicker } from '@glasshouse/ui/PercentPicker'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { useFormatters } from '../../components/formatters.ts'
import { baseOf } from '../../components/market/market.ts'
import { NumberField } from '../../components/NumberField.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Ticket.module.css'
import { lotsAtPercent, type TicketQuestion, type TicketView } from './ticket.ts'
import { useLots } from './useLots.ts'
import type { Draft } from './useOrderDraft.ts'
import type { Wallet } from './useTradingData.ts'

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
