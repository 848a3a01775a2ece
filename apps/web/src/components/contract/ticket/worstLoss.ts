import type { Usdt } from '@glasshouse/core/money/units'
import type { Formatters } from '../../formatters.ts'

/**
 * Maximum loss of a wallet with its sign. The whole balance has the digits that the balance has beside it; any other loss
 * is rounded away from 0.
 *
 * @example formatWorstLoss(figures, usdt('2498.68049'), usdt('2498.68049')) // '−2,498.6804'
 */
export const formatWorstLoss = (
  figures: Pick<Formatters, 'own'>,
  worst: Usdt,
  balance: Usdt | null,
): string => (worst === balance && worst > 0n ? `−${figures.own(worst)}` : figures.own(-worst))
