import { type AiRun, aiRunsFromWire, aiStatusFromWire, tradeResultFromWire } from '@glasshouse/core/ai/codec'
import { ruleFromWire } from '@glasshouse/core/ai/strategy/codec'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { showToast } from '@glasshouse/ui/Toast'
import { useFormatters } from '../../../components/formatters.ts'
import { useDecodedCall, useDecodedPage, useInvalidate } from '../../../data/query.ts'
import { usePrivateEvents } from '../../../data/stream.ts'
import { useSession } from '../../../data/useSession.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'

/** What a run does, as a key of its sentence. */
export const runStateKey = ({ isStopping, state }: Pick<AiRun, 'isStopping' | 'state'>) =>
  isStopping ? 'run.stopping' : state === 'trading' ? 'run.trading' : 'run.waiting'

/** Trades of a run that were placed: those that are done and the open one. */
export const placedTrades = ({ done, state }: Pick<AiRun, 'done' | 'state'>): number =>
  done + (state === 'trading' ? 1 : 0)

/** How long the notice of a closed trade stays. */
const closedShownMs = 2000

/** Access, today's runs and the running one; read again when a trade or an order of it changes, and each ten seconds. */
export const useAiStatus = () => {
  const off = useSession() === null
  const status = useDecodedCall('/api/ai/aiStatus', {}, aiStatusFromWire, { off, everyMs: 10_000 })
  const invalidate = useInvalidate()
  usePrivateEvents((message) => {
    if (message.e === 'CLOSE_LEVER_AI_ORDER')
      invalidate('/api/ai/aiStatus', '/api/ai/aiList', '/api/user/getuserinfo')
  })
  return status
}

/** The published rule with its results on one market. */
export const useAiRule = (pid: number) => useDecodedCall('/api/ai/rule', { pid }, ruleFromWire)

/** How many runs a page of the list shows. */
export const runsPerPage = 5

/** A page of the runs of the customer, the newest first, with the number of all. */
export const useAiRuns = (page: number, watch: { readonly off?: boolean } = {}) =>
  useDecodedPage('/api/ai/aiList', pageToWire(page, runsPerPage), aiRunsFromWire, watch)

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
