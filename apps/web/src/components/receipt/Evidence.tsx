import type { MarketRow } from '@glasshouse/core/markets/wire'
import { Dialog } from '@glasshouse/ui/Dialog'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useCall } from '../../data/query.ts'
import { useFigures } from '../formatters.ts'
import { useSentence } from '../useSentence.ts'
import { TickFacts } from './TickFacts.tsx'
import { useTickCheck } from './useTickCheck.ts'
import { Verdict } from './Verdict.tsx'

/** The tick that was in force at an instant, with its hash checked in this page. */
export default function Evidence({
  market,
  time,
  onClose,
}: {
  market: MarketRow
  time: number
  onClose: () => void
}) {
  const { t } = useTranslation('market')
  const figures = useFigures()
  const sentence = useSentence()
  const answer = useCall('/api/market/priceAt', { pid: market.pid, time })
  const tick = answer.data ?? null
  const right = useTickCheck(tick)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('tick.evidence')}
      description={
        tick ? t('tick.evidenceText', { n: figures.whole(tick.n), symbol: tick.symbol }) : undefined
      }
      closeLabel={t('close')}
    >
      {tick ? <TickFacts tick={tick} scale={market.scale} /> : <Skeleton width="100%" height={180} />}
      {answer.error && <Verdict right={false} text={sentence(answer.error) ?? ''} />}
      {right !== null && <Verdict right={right} text={t(right ? 'tick.hashRight' : 'tick.hashWrong')} />}
    </Dialog>
  )
}
