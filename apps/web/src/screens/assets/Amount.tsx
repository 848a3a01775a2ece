import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { Tooltip } from '@glasshouse/ui/Tooltip'
import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useHidden } from './hidden.ts'

const veiled = '••••'

/** What a customer has: four decimals, cut; every digit on hover or focus; hidden where that was asked for. */
export function Amount({
  text,
  shown,
  signed = false,
}: {
  text: string
  /** Of a sum: its parts as they are shown, added up. */
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
