import { canBeCopied } from '@glasshouse/core/invest/copy/lead'
import type { LeadView } from '@glasshouse/core/invest/copy/leads/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { useTranslation } from '../../../i18n/useTranslation.ts'

/** Whether a lead takes new money, and why not. */
const leadStateOf = (lead: LeadView): 'ended' | 'closed' | 'none' | 'full' | 'open' => {
  if (lead.endedMs !== null) return 'ended'
  if (!canBeCopied({ riskScore: lead.riskScore, isScoreWaived: lead.isWaived })) return 'closed'
  if (lead.products.length === 0) return 'none'
  return lead.capacity === 0n ? 'full' : 'open'
}

const tones = { ended: 'danger', closed: 'warn', none: 'plain', full: 'plain', open: 'brand' } as const

/** State of a lead, and whether it is a sample. */
export function LeadBadge({ lead }: { lead: LeadView }) {
  const { t } = useTranslation('leads')
  const state = leadStateOf(lead)
  return (
    <>
      <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
      {lead.isWaived && <Badge>{t('sample')}</Badge>}
    </>
  )
}
