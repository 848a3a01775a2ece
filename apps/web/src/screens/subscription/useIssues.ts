import { amountScale, parseDecimal, type Quantity, type Usdt } from '@glasshouse/core/money/units'
import {
  type Application,
  applicationsFromWire,
  type Issue,
  issuesFromWire,
  listApplicationsToWire,
} from '@glasshouse/core/subscription/codec'
import { shareNow, subscriptionMoney } from '@glasshouse/core/subscription/rules'
import { useCalendarNow } from '../../components/calendar.ts'
import { useFormatters } from '../../components/formatters.ts'
import { hoursAndMinutes } from '../../components/hoursAndMinutes.ts'
import { useProfile } from '../../data/profile.ts'
import { useDecodedCall, useDecodedPage } from '../../data/query.ts'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** What others ask for, openings and closes change issues without an action here. */
const everyMs = 10_000

/** Issues that customers see, the newest first. */
export const useIssues = () => useDecodedCall('/api/product/productList', {}, issuesFromWire, { everyMs })

/** The coin of an issue. */
export const coinOf = ({ symbol }: { readonly symbol: string }): string => symbol.replace(/USDT$/, '')

/** What coins cost at the issue price and at the market; null while the market does not trade. */
export const costOf = (
  { price, marketPrice }: Pick<Issue, 'price' | 'marketPrice'>,
  coins: Quantity,
): { readonly atIssue: Usdt; readonly atMarket: Usdt | null } => ({
  atIssue: subscriptionMoney(price, coins),
  atMarket: marketPrice === null ? null : subscriptionMoney(marketPrice, coins),
})

/** Market price against the issue price in hundredths of a percent, rounded towards zero. */
export const againstIssue = ({ price, marketPrice }: Issue): bigint | null =>
  marketPrice === null ? null : ((marketPrice - price) * 10_000n) / price

/** Coins offered as a share of those asked for, 0 to 100, for the bar. */
export const coverage = (issue: Issue): number => Number.parseInt((shareNow(issue) / 100n).toString(), 10)

/** My application for an issue; undefined while loading, null if there is none. */
export const useOwnOrder = (issue: number): Application | null | undefined => {
  const signedIn = useSession() !== null
  const orders = useDecodedPage(
    '/api/subscription/mySubscription',
    listApplicationsToWire({ state: null, page: 1, pageSize: 100 }),
    applicationsFromWire,
    { off: !signedIn, everyMs },
  )
  if (!signedIn) return null
  return orders.data === undefined
    ? undefined
    : (orders.data.find((order) => order.issueId === issue) ?? null)
}

export const ordersEveryMs = everyMs

/** Typed coins; null if they are no amount. */
export const typedCoins = (text: string): Quantity | null => {
  const units = parseDecimal(text, amountScale)
  return units === null || units <= 0n ? null : (units as Quantity)
}

/** USDT of the contract wallet that is free; null for a visitor or while loading. */
export const useContractWallet = (): Usdt | null => {
  const signedIn = useSession() !== null
  const info = useProfile({ off: !signedIn })
  return info.data?.wallets.contract ?? null
}

/** Last day to pay as an instant within it. */
export const lastDayOf = ({ finalDay }: Pick<Issue, 'finalDay'>): number =>
  Date.UTC(
    Number.parseInt(finalDay.slice(0, 4), 10),
    Number.parseInt(finalDay.slice(4, 6), 10) - 1,
    Number.parseInt(finalDay.slice(6), 10),
    11,
  )

/** Returns the time left until an instant of the business calendar as text. */
export const useLeftText = (until: number): string => {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const { hours, minutes } = hoursAndMinutes(until - useCalendarNow(1000))
  return hours >= 48
    ? t('leftDays', { days: figures.whole(Math.floor(hours / 24)), hours: figures.whole(hours % 24) })
    : t('leftHours', { hours: figures.whole(hours), minutes: figures.whole(minutes) })
}
