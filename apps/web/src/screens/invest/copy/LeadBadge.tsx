import { canBeCopied } from '@glasshouse/core/invest/copy/lead'
import type { LeadRow } from '@glasshouse/core/invest/copy/wire'
import { usdt } from '@glasshouse/core/money/units'
import { Badge } from '@glasshouse/ui/Badge'
import { useTranslation } from '../../../i18n/useTranslation.ts'

/** Whether a lead takes new money, and why not. */
const leadStateOf = (lead: LeadRow): 'ended' | 'closed' | 'none' | 'full' | 'open' => {
  if (lead.ended !== null) return 'ended'
  if (!canBeCopied({ riskScore: lead.riskscore, isScoreWaived: lead.waived === 1 })) return 'closed'
  if (lead.products.length === 0) return 'none'
  return usdt(lead.capacity) === 0n ? 'full' : 'open'
}

const tones = { ended: 'danger', closed: 'warn', none: 'plain', full: 'plain', open: 'brand' } as const

/** State of a lead, and whether it is a sample. */
export function LeadBadge({ lead }: { lead: LeadRow }) {
  const { t } = useTranslation('leads')
  const state = leadStateOf(lead)
  return (
    <>
      <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
      {lead.waived === 1 && <Badge>{t('sample')}</Badge>}
    </>
  )
}
