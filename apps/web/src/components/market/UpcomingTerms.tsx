import { feeRateOf } from '@glasshouse/core/markets/feeRate'
import type { MarketRow } from '@glasshouse/core/markets/wire'
import { Icon } from '@glasshouse/ui/Icon'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { baseOf } from './market.ts'
import styles from './UpcomingTerms.module.css'

type Announced = NonNullable<MarketRow['announced']>

/** Fields of the terms that matter to a ticket and that an announcement changes. */
const changedFields = <Field extends keyof Announced & keyof MarketRow>(
  market: MarketRow,
  announced: Announced,
  fields: readonly Field[],
): readonly Field[] => fields.filter((field) => market[field] !== announced[field])

/** Notice that the terms of a market change soon, with the instant and what changes; nothing when none do. */
export function UpcomingTerms({ market, of }: { market: MarketRow; of: 'contract' | 'options' }) {
  const { t } = useTranslation('market')
  const { t: tContract } = useTranslation('contract')
  const { t: tOptions } = useTranslation('options')
  const figures = useFormatters()
  const { announced } = market
  if (announced === undefined) return null
  const texts = {
    lot: () => `${t('strip.lot')} ${figures.plain(announced.lot)} ${baseOf(market.procode)}`,
    multiples: () =>
      `${tContract('ticket.leverage')} ${announced.multiples
        .split(',')
        .map((one) => `${one}×`)
        .join(' ')}`,
    fee: () => `${t('strip.fee')} ${figures.feeRate(feeRateOf(announced.fee))}`,
    protime: () => `${tOptions('box.expiry')} ${announced.protime.replaceAll(',', ' ')}`,
    proscale: () => [t('upcoming.payouts'), announced.proscale.replaceAll(',', ' '), '%'].join(' '),
  }
  const fields =
    of === 'contract'
      ? changedFields(market, announced, ['lot', 'multiples', 'fee'])
      : changedFields(market, announced, ['protime', 'proscale'])
  if (fields.length === 0) return null
  const changes = fields.map((field) => texts[field]()).join(' · ')
  return (
    <p className={styles.upcoming} role="status">
      <Icon name="clock" size={14} />
      <span>{t('upcoming.text', { when: figures.full(announced.from), changes })}</span>
    </p>
  )
}
