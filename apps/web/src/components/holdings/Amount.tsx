import type { Units, Usdt } from '@glasshouse/core/money/units'
import { Tooltip } from '@glasshouse/ui/Tooltip'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { useHidden } from './hidden.ts'

const veiled = '••••'

/** Balance of USDT or coins, cut to four decimals, with all decimals on hover or focus. Hidden if the user hides balances. */
export function Amount({
  amount,
  shown,
  signed = false,
}: {
  amount: Units
  /** For a sum: the sum of its displayed terms. */
  shown?: Usdt | undefined
  signed?: boolean
}) {
  const { t } = useTranslation('assets')
  const figures = useFormatters()
  if (useHidden())
    return (
      <span>
        <span aria-hidden="true">{veiled}</span>
        <span className="sr-only">{t('hidden')}</span>
      </span>
    )
  return (
    <Tooltip tip={figures.coins(amount)} focusable>
      {figures.own(shown ?? amount, signed ? 'always' : 'negative')}
    </Tooltip>
  )
}
