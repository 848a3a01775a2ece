import type { Market } from '@glasshouse/core/markets/codec'
import { Dialog } from '@glasshouse/ui/Dialog'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { useSentence } from '../useSentence.ts'
import { CheckResult } from './CheckResult.tsx'
import { TickDetails } from './TickDetails.tsx'
import { useTickHashCheck } from './useTickHashCheck.ts'

/** Tick that was current at an instant, with its hash verified in the browser. */
export default function Evidence({
  market,
  time,
  onClose,
}: {
  market: Market
  time: number
  onClose: () => void
}) {
  const { t } = useTranslation(['evidence', 'shell'])
  const figures = useFormatters()
  const sentence = useSentence()
  const answer = useQueryCall('/api/market/priceAt', { pid: market.pid, time })
  const tick = answer.data ?? null
  const right = useTickHashCheck(tick)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('tick.evidence')}
      description={
        tick ? t('tick.evidenceText', { n: figures.whole(tick.n), symbol: tick.symbol }) : undefined
      }
      closeLabel={t('shell:close')}
    >
      {tick ? <TickDetails tick={tick} scale={market.scale} /> : <Skeleton width="100%" height={180} />}
      {answer.error && <CheckResult right={false} text={sentence(answer.error) ?? ''} />}
      {right !== null && <CheckResult right={right} text={t(right ? 'tick.hashRight' : 'tick.hashWrong')} />}
    </Dialog>
  )
}
