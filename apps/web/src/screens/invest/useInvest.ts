import type { ApiError } from '@glasshouse/client/http'
import type { InvestProduct } from '@glasshouse/core/invest/products/view/codec'
import { usdt } from '@glasshouse/core/money/units'
import { useFormatters } from '../../components/formatters.ts'
import { useInvestSummary } from '../../components/holdings/investSummary.ts'
import { useSentence } from '../../components/useSentence.ts'
import { useProfile } from '../../data/profile.ts'
import type { QueryState } from '../../data/query.ts'
import { useStreamStatus } from '../../data/stream.ts'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { cyclesOf, type Unavailable } from './cycles.ts'

/** Other customers' orders use up capacity without an event, so products are polled. */
export const productEveryMs = 15_000
/** The signed-in customer; no query for a visitor. */
export const useInvestor = () => {
  const signedIn = useSession() !== null
  const info = useProfile({ off: !signedIn })
  // Its sums are not shown here; it tells the business calendar.
  useInvestSummary(!signedIn)
  return { signedIn, info: info.data, available: info.data?.wallets.wallet ?? null }
}

/** Whether figures on screen may be old: the connection is down, or the last request failed. */
export const useIsStale = (...lists: readonly QueryState<unknown>[]): boolean => {
  const isDown = useStreamStatus() === 'down'
  return lists.some(({ data, error }) => data !== undefined && (error !== null || isDown))
}

/** Returns the sentence of a kind of product. */
export const useKindName = (): ((product: InvestProduct) => string) => {
  const { t } = useTranslation('invest')
  return (product) => {
    if (product.kind === 'copy') return t('method.copy')
    if (product.kind === 'experience') return t('trial')
    const methods = cyclesOf(product).map(({ method }) => method)
    const [hasFixed, hasCompound] = [methods.includes('fixed'), methods.includes('compound')]
    return t(hasFixed && hasCompound ? 'method.both' : hasCompound ? 'method.compound' : 'method.fixed')
  }
}

/** Returns the label of the computed status. */
export const useUnavailableName = (): ((status: Unavailable) => string) => {
  const { t } = useTranslation('invest')
  return (status) => t(`unavailable.${status}`)
}

const reasons = [
  'coolingOff',
  'once',
  'finished',
  'inRedemption',
  'until',
  'pledged',
  'endItYourself',
  'inApproval',
  'ownProduct',
  'riskScore',
] as const
const [insufficientBalance, tooManyOrders, insufficientReserve] = [2001, 2005, 2009]

/** Returns the sentence of a refusal with what would be accepted; the server's sentence where it says enough. */
export const useRefusal = (): ((error: ApiError | null) => string | undefined) => {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const sentence = useSentence()
  return (error) => {
    if (error === null || error.key !== 'refused') return sentence(error)
    const { data, retCode } = error
    const text = (name: string): string => String(data[name] ?? '')
    const amount = (name: string): string => figures.amountText(text(name), 'floor')
    if (retCode === insufficientReserve && 'max' in data)
      return usdt(text('max')) > 0n ? t('refusal.capacity', { max: amount('max') }) : t('refusal.soldOut')
    if (retCode === insufficientBalance && 'needed' in data && 'available' in data)
      return t('refusal.missing', {
        missing: figures.amount(usdt(text('needed')) - usdt(text('available')), 'ceil'),
        needed: amount('needed'),
        available: amount('available'),
      })
    if (retCode === tooManyOrders && 'max' in data) return t('refusal.orders', { max: text('max') })
    if (data.reason === 'noWithdrawPassword') return t('buy.noPassword')
    const reason = reasons.find((known) => known === data.reason)
    if (reason === undefined) return sentence(error)
    const until = typeof data.until === 'number' ? figures.full(data.until) : ''
    return t(`refusal.${reason}`, { until, loan: text('loan') })
  }
}

/** Funded maximum that a refusal names, as wire text; null for other refusals and when nothing is left. */
export const maxOfRefusal = (error: ApiError | null): string | null =>
  error?.retCode === insufficientReserve && typeof error.data.max === 'string' && usdt(error.data.max) > 0n
    ? error.data.max
    : null
