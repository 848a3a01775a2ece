import { tradeResultFromWire } from '@glasshouse/core/ai/codec'
import type { DataOf } from '@glasshouse/core/calls'
import { showToast } from '@glasshouse/ui/Toast'
import { useFormatters } from '../../../components/formatters.ts'
import { useInvalidate, useQueryCall } from '../../../data/query.ts'
import { useSession } from '../../../data/session.ts'
import { usePrivateEvents } from '../../../data/stream.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'

export type AiStatus = DataOf<'/api/ai/aiStatus'>
export type AiRun = NonNullable<AiStatus['running']>
export type AiRule = DataOf<'/api/ai/rule'>

/** What a run does, as a key of its sentence. */
export const runStateKey = ({ stopping, state }: Pick<AiRun, 'stopping' | 'state'>) =>
  stopping ? 'run.stopping' : state === 2 ? 'run.trading' : 'run.waiting'

/** How long the notice of a closed trade stays. */
const closedShownMs = 2000

/** Access, today's runs and the running one; read again when a trade or an order of it changes, and each ten seconds. */
export const useAiStatus = () => {
  const off = useSession() === null
  const status = useQueryCall('/api/ai/aiStatus', {}, { off, everyMs: 10_000 })
  const invalidate = useInvalidate()
  usePrivateEvents((message) => {
    if (message.e === 'CLOSE_LEVER_AI_ORDER')
      invalidate('/api/ai/aiStatus', '/api/ai/aiList', '/api/user/getuserinfo')
  })
  return status
}

/** Shows each closed trade of a run for two seconds. */
export const useClosedTrades = (): void => {
  const { t } = useTranslation('ai')
  const figures = useFormatters()
  usePrivateEvents((message) => {
    const trade = message.e === 'CLOSE_LEVER_AI_ORDER' ? tradeResultFromWire(message.data) : null
    if (trade === null) return
    const close = showToast({
      title: t('closed.title', { done: figures.whole(trade.done), times: figures.whole(trade.times) }),
      text: t('closed.text', {
        profit: figures.own(trade.profit, 'always'),
        fee: figures.charge(trade.fees),
      }),
    })
    setTimeout(close, closedShownMs)
  })
}
