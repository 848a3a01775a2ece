import type { Path } from '@glasshouse/core/calls'
import type { CallSpec } from '@glasshouse/core/wire/call'
import type { CallLimits, Rate, RateLimits, RateWindow } from '../../limits/index.ts'

const rateText = ({ perSecond, burst }: Rate): string => `${perSecond} a second (${burst} at once)`
const windows: Readonly<Record<number, string>> = { 60: 'a minute', 3600: 'an hour', 86400: 'a day' }
const budgetText = ({ count, seconds }: RateWindow): string =>
  `${count} ${windows[seconds] ?? `in ${seconds} seconds`}`

/** Limits shared by all calls, each with its scope. */
export const generalLimits = (limits: RateLimits): readonly (readonly [string, string])[] => [
  ['all calls of an address', rateText(limits.address)],
  ['calls of an account that only read', rateText(limits.read)],
  ['calls of an account that change something', rateText(limits.write)],
  ['the same, in all processes together', budgetText(limits.writesTogether)],
]

/**
 * Limits of a call for the API reference, most specific first.
 *
 * @example limitText(practiceLimits, '/api/user/login', spec)
 */
export const limitText = (limits: RateLimits, path: Path, { audience, changes }: CallSpec): string => {
  const own: CallLimits = limits.calls[path] ?? {}
  const whose = audience === 'user' || audience === 'staff' ? 'account' : 'address'
  return [
    ...(own.account === undefined ? [] : [`${budgetText(own.account)} per account`]),
    ...(own.address === undefined ? [] : [`${budgetText(own.address)} per address`]),
    `together with all calls that ${changes ? 'change something' : 'only read'}: ${rateText(
      changes ? limits.write : limits.read,
    )} per ${whose}`,
  ].join('; ')
}
