import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { Tooltip } from '@glasshouse/ui/Tooltip'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { useHidden } from './hidden.ts'

const veiled = '••••'

/** Balance cut to four decimals, with all decimals on hover or focus. Hidden if the user hides balances. */
export function Amount({
  text,
  shown,
  signed = false,
}: {
  text: string
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
    <Tooltip tip={figures.plain(text)} focusable>
      {figures.own(shown ?? usdt(text), signed ? 'always' : 'negative')}
    </Tooltip>
  )
}
