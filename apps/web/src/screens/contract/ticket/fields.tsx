import { type ContractWallet, contractWallets } from '@glasshouse/core/contracts/contractWallet'
import { type BestPrices, fillPrice, notional, quantityOf } from '@glasshouse/core/contracts/rules'
import type { Market } from '@glasshouse/core/markets/codec'
import { priceScale, priceStep } from '@glasshouse/core/money/units'
import { Field } from '@glasshouse/ui/Field'
import { Icon } from '@glasshouse/ui/Icon'
import { Menu } from '@glasshouse/ui/Menu'
import { PercentPicker, type PercentStep } from '@glasshouse/ui/PercentPicker'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { StepSlider } from '@glasshouse/ui/StepSlider'
import { rememberChoices } from '../../../components/contract/ticket/choices.ts'
import type { Draft } from '../../../components/contract/ticket/draft.ts'
import { sizeTextOf, steppedLots, steppedPrice } from '../../../components/contract/ticket/size.ts'
import styles from '../../../components/contract/ticket/Ticket.module.css'
import {
  lotsAtPercent,
  type TicketInput,
  type TicketView,
} from '../../../components/contract/ticket/ticket.ts'
import { sizeUnits } from '../../../components/contract/ticket/units.ts'
import { readPrice } from '../../../components/contract/tpSl.ts'
import { formatFixed, useFormatters } from '../../../components/formatters.ts'
import { baseOf } from '../../../components/market/market.ts'
import { useLots } from '../../../components/market/orderLabels.ts'
import { NumberField } from '../../../components/NumberField.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { ExpiryMenu } from './ExpiryMenu.tsx'

/** Buy or sell. */
export function Side({
  draft,
  className,
  short = false,
}: {
  draft: Draft
  className?: string | undefined
  /** One word per side. */
  short?: boolean
}) {
  const { t } = useTranslation('contract')
  return (
    <SegmentedControl
      className={className}
      label={t('ticket.side')}
      options={[
        {
          value: 'long',
          label: t(short ? 'ticket.buyVerb' : 'ticket.buy'),
          name: t('ticket.buy'),
          tone: 'up',
        },
        {
          value: 'short',
          label: t(short ? 'ticket.sellVerb' : 'ticket.sell'),
          name: t('ticket.sell'),
          tone: 'down',
        },
      ]}
      value={draft.side}
      onChange={draft.setSide}
    />
  )
}

/** Selects the contract wallet that pays. */
export function WalletPicker({
  wallet,
  onWallet,
}: {
  wallet: ContractWallet
  onWallet: (wallet: ContractWallet) => void
}) {
  const { t } = useTranslation('contract')
  return (
    <Menu
      trigger={
        <button type="button" className={styles.wallet}>
          {t(`ticket.wallets.${wallet}`)}
          <Icon name="down" size={12} />
        </button>
      }
      items={contractWallets.map((choice) => ({
        id: choice,
        label: t(`ticket.wallets.${choice}`),
        chosen: choice === wallet,
        onSelect: () => {
          rememberChoices({ wallet: choice })
          onWallet(choice)
        },
      }))}
    />
  )
}

/** Leverage with the largest order value it allows. */
export function Leverage({
  draft,
  view,
  terms,
}: {
  draft: Draft
  view: TicketView
  terms: TicketInput['terms']
}) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const { openable, price } = view
  const exposure =
    openable === null || price === null
      ? null
      : t('ticket.exposure', {
          amount: figures.amount(notional(quantityOf(openable, terms.lot), price), 'floor', 2),
        })
  const format = (leverage: number): string => `${figures.whole(leverage)}×`
  return (
    <div>
      <StepSlider
        label={t('ticket.leverage')}
        values={draft.leverages}
        value={draft.leverage}
        format={format}
        describe={(leverage) => [format(leverage), exposure].filter(Boolean).join(', ')}
        onChange={draft.setLeverage}
      />
      <div className={styles.exposure}>{exposure}</div>
    </div>
  )
}

/** Unit of the size field. */
function SizeUnits({ draft, view, market }: { draft: Draft; view: TicketView; market: Market }) {
  const { t } = useTranslation('contract')
  return (
    <SegmentedControl
      label={t('ticket.sizeUnit')}
      look="chips"
      className={styles.units}
      options={sizeUnits.map((unit) => ({
        value: unit,
        label: unit === 'lots' ? t('ticket.unit') : unit === 'coin' ? baseOf(market.symbol) : 'USDT',
      }))}
      value={draft.unit}
      onChange={(unit) => draft.setUnit(unit, sizeTextOf(view.lots ?? 0, unit, view.price, market))}
    />
  )
}

/** The lots that a size in another unit becomes, and the coins of a number of lots. */
export const useSizeText = () => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  return ({ lots }: TicketView, { unit, sizeText }: Draft, market: Market): string | null => {
    if (lots === null || sizeText.trim() === '') return null
    const coin = baseOf(market.symbol)
    const quantity = figures.plain(figures.trimmed(quantityOf(lots, market.lot)))
    return unit === 'lots'
      ? t('ticket.coins', { quantity, coin })
      : t('ticket.asLots', { lots: lotsOf(lots), quantity, coin })
  }
}

/** Steps the size by whole lots, in its unit. */
export const stepSize = (draft: Draft, { lots, price }: TicketView, market: Market, by: number): void =>
  draft.type(sizeTextOf(steppedLots(lots, market, by), draft.unit, price, market))

/** Size in lots, coins or USDT: typed, stepped, or as a share of the maximum. */
export function Size({
  draft,
  view,
  market,
  terms,
  messageId,
}: {
  draft: Draft
  view: TicketView
  market: Market
  terms: TicketInput['terms']
  messageId: string
}) {
  const { t } = useTranslation('contract')
  const lotsOf = useLots()
  const sizeText = useSizeText()
  const { openable, problem } = view
  return (
    <div>
      <NumberField
        layout="inside"
        label={t('ticket.quantity')}
        end={<SizeUnits draft={draft} view={view} market={market} />}
        whole={draft.unit === 'lots'}
        placeholder="0"
        value={draft.sizeText}
        onChange={draft.type}
        onStep={(by) => stepSize(draft, view, market, by)}
        error={
          problem?.kind === 'notWhole' || problem?.kind === 'wrongSize'
            ? t(`ticket.${problem.kind}`)
            : undefined
        }
        errorAt={messageId}
      />
      <div className={styles.steps}>
        <SizeShare draft={draft} view={view} terms={terms} />
      </div>
      <div className={styles.under}>
        <span>{sizeText(view, draft, market)}</span>
        {openable !== null && (
          <span>
            {t(view.isCapped ? 'ticket.openableCapped' : 'ticket.openable', { lots: lotsOf(openable) })}
          </span>
        )}
      </div>
    </div>
  )
}

/** Fills in a share of the largest size, in its unit. */
export const shareSize = (
  draft: Draft,
  { openable, price }: TicketView,
  terms: TicketInput['terms'],
  step: PercentStep,
): void => {
  if (openable !== null)
    draft.share(step, sizeTextOf(lotsAtPercent(openable, step, terms), draft.unit, price, terms))
}

/** Shares of the largest size. */
export function SizeShare({
  draft,
  view,
  terms,
}: {
  draft: Draft
  view: TicketView
  terms: TicketInput['terms']
}) {
  const { t } = useTranslation('contract')
  return (
    <PercentPicker
      label={t('ticket.share')}
      value={draft.percent}
      onPick={(step) => shareSize(draft, view, terms, step)}
    />
  )
}

/** Market, limit or stop order; the limit or trigger price starts with the current price. */
export function ModeTabs({
  draft,
  best,
  scale,
  look = 'underline',
  className,
}: {
  draft: Draft
  best: BestPrices | null
  scale: number
  look?: 'underline' | 'well'
  className?: string | undefined
}) {
  const { t } = useTranslation('contract')
  return (
    <SegmentedControl
      label={t('ticket.mode')}
      look={look}
      className={className}
      options={[
        { value: 'market', label: t('ticket.market') },
        { value: 'fixed', label: t('ticket.fixed') },
        { value: 'trigger', label: t('ticket.trigger') },
      ]}
      value={draft.mode}
      onChange={(mode) => {
        draft.setMode(mode)
        if (mode !== 'market' && draft.priceText === '' && best)
          draft.setPrice(formatFixed(fillPrice(draft.side, best), priceScale, scale, 'truncate'))
      }}
    />
  )
}

/** Price of the order: the market price, or a field for the limit or trigger price. */
export function PriceField({
  draft,
  view,
  scale,
  messageId,
  noteId,
  lean = false,
}: {
  draft: Draft
  view: TicketView
  scale: number
  /** Id of the element that shows the error, if it is not below the field. */
  messageId?: string
  /** Id of the element that says that the order would fill at once, if that is not the message. */
  noteId?: string
  /** A short label and no unit, for half a line. */
  lean?: boolean
}) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const { price } = view
  if (draft.mode === 'market')
    return (
      <Field
        layout="inside"
        label={t('ticket.price')}
        hideLabel={lean}
        {...(lean
          ? {
              start: (
                <span className={styles.short} aria-hidden="true">
                  {t('stops.price')}
                </span>
              ),
            }
          : { unit: 'USDT' })}
        readOnly
        value={price === null ? '—' : figures.price(price, scale)}
      />
    )
  const label = t(draft.mode === 'trigger' ? 'ticket.triggerPrice' : 'ticket.fixedPrice')
  return (
    <NumberField
      layout="inside"
      label={label}
      hideLabel={lean}
      placeholder={lean ? label : undefined}
      end={<ExpiryMenu draft={draft} />}
      value={draft.priceText}
      onChange={draft.setPrice}
      onStep={(by) => {
        const typed = readPrice(draft.priceText, scale)
        const from = typed.kind === 'price' ? typed.price : price
        if (from === null) return
        const next = steppedPrice(from, priceStep(scale), by)
        draft.setPrice(formatFixed(next, priceScale, scale, 'truncate'))
      }}
      error={draft.priceText.trim() !== '' && price === null ? t('ticket.wrongPrice') : undefined}
      errorAt={messageId}
      noteAt={draft.mode === 'fixed' && price !== null && !view.rests ? noteId : undefined}
    />
  )
}
