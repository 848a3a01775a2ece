import { usdt } from '@glasshouse/core/money/units'
import { Tooltip } from '@glasshouse/ui/Tooltip'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFigures } from '../../parts/figures.ts'
import { useHidden } from './hidden.ts'

const veiled = '••••'

/** What a customer has: four decimals, cut; every digit on hover or focus; hidden where that was asked for. */
export function Amount({ text, signed = false }: { text: string; signed?: boolean }) {
  const { t } = useTranslation('assets')
  const figures = useFigures()
  if (useHidden())
    return (
      <span>
        <span aria-hidden="true">{veiled}</span>
        <span className="sr-only">{t('hidden')}</span>
      </span>
    )
  return (
    <Tooltip tip={figures.plain(text)} focusable>
      {figures.amount(usdt(text), 'floor', 4, signed ? 'always' : 'negative')}
    </Tooltip>
  )
}
