import type { Market } from '@glasshouse/core/markets/codec'
import type { TradingTerms } from '@glasshouse/core/markets/product'
import { Icon } from '@glasshouse/ui/Icon'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { baseOf } from './market.ts'
import styles from './UpcomingTerms.module.css'

/** Fields of the terms that matter to a ticket and that an announcement changes. */
const changedFields = (
  market: TradingTerms,
  announced: TradingTerms,
  fields: readonly (keyof TradingTerms)[],
): readonly (keyof TradingTerms)[] =>
  fields.filter((field) => String(market[field]) !== String(announced[field]))

/** Notice that the terms of a market change soon, with the instant and what changes; nothing when none do. */
export function UpcomingTerms({ market, of }: { market: Market; of: 'contract' | 'options' }) {
  const { t } = useTranslation('market')
  const { t: tContract } = useTranslation('contract')
  const { t: tOptions } = useTranslation('options')
  const figures = useFormatters()
  const { announced } = market
  if (announced === null) return null
  const texts = {
    lot: () => `${t('strip.lot')} ${figures.plain(figures.trimmed(announced.lot))} ${baseOf(market.symbol)}`,
    leverages: () =>
      `${tContract('ticket.leverage')} ${announced.leverages.map((one) => `${one}×`).join(' ')}`,
    feeRatePpm: () => `${t('strip.fee')} ${figures.feeRate(announced.feeRatePpm)}`,
    expiryMinutes: () => `${tOptions('box.expiry')} ${announced.expiryMinutes.join(' ')}`,
    payoutPercents: () => [t('upcoming.payouts'), ...announced.payoutPercents, '%'].join(' '),
  }
  const fields =
    of === 'contract'
      ? changedFields(market, announced, ['lot', 'leverages', 'feeRatePpm'])
      : changedFields(market, announced, ['expiryMinutes', 'payoutPercents'])
  if (fields.length === 0) return null
  const changes = fields.map((field) => texts[field]()).join(' · ')
  return (
    <p className={styles.upcoming} role="status">
      <Icon name="clock" size={14} />
      <span>{t('upcoming.text', { when: figures.full(announced.fromMs), changes })}</span>
    </p>
  )
}
