import type { SettingKey } from '@glasshouse/core/content/settings'
import { bonusAmount } from '@glasshouse/core/deposits/bonus'
import { dailyInterest, loanLimit, loanShare, maxScore } from '@glasshouse/core/loans/rules'
import { amountScale, formatUsdt, parseDecimal, type Usdt, usdt } from '@glasshouse/core/money/units'
import { referralShare } from '@glasshouse/core/referral/rules'
import { formatAmount } from '../../formatters.ts'

const thousand = usdt('1000')
const hundred = usdt('100')

const shown = (amount: Usdt): string => formatAmount(formatUsdt(amount))
const wholeOf = (text: string): number => Number.parseInt(text, 10)

type Example = {
  /** What happens at a value, without the amount. */
  readonly subject: string
  /** The amount at a value of the wire, by the rule that charges or pays it; null where the text is no value. */
  readonly amountAt: (value: string) => Usdt | null
}

/** Example of a setting that takes a whole number. */
const ofWhole = (subject: string, amountAt: (value: number) => Usdt): Example => ({
  subject,
  amountAt: (text) => (/^\d{1,9}$/.test(text) ? amountAt(wholeOf(text)) : null),
})

const referral = (level: number): Example =>
  ofWhole(`A referrer of level ${level} gets of 100.00 USDT interest`, (percent) =>
    referralShare(hundred, percent),
  )
const firstPurchase = (level: number): Example =>
  ofWhole(`A referrer of level ${level} gets of 100.00 USDT interest of a first order, once`, (percent) =>
    referralShare(hundred, percent),
  )

const examples: Partial<Record<SettingKey, Example>> = {
  loan_rate_ppm: ofWhole('A loan of 1,000.00 USDT costs a day', (ppm) => dailyInterest(thousand, ppm)),
  loan_ltv: ofWhole('A customer with the full score borrows on 1,000.00 USDT of orders', (percent) =>
    loanLimit([thousand], loanShare(maxScore, percent)),
  ),
  bonus_max: {
    subject: 'A first deposit of 1,000.00 USDT brings a bonus of',
    amountAt: (text) => {
      const max = parseDecimal(text, amountScale)
      return max === null || max < 0n ? null : bonusAmount(thousand, max as Usdt)
    },
  },
  referral_rate_1: referral(1),
  referral_rate_2: referral(2),
  referral_rate_3: referral(3),
  referral_first_1: firstPurchase(1),
  referral_first_2: firstPurchase(2),
  referral_first_3: firstPurchase(3),
}

const isKey = (key: string): key is keyof typeof examples => Object.hasOwn(examples, key)

/**
 * What a changed setting does to an example amount, computed by the rule that uses it; null without an example.
 *
 * @example settingEffect('loan_rate_ppm', '300', '500') // 'A loan of 1,000.00 USDT costs a day: 0.30 before, 0.50 after.'
 */
export const settingEffect = (key: string, before: string, after: string): string | null => {
  const example = isKey(key) ? examples[key] : undefined
  const [from, to] = [example?.amountAt(before) ?? null, example?.amountAt(after) ?? null]
  if (example === undefined || from === null || to === null) return null
  return from === to
    ? `${example.subject}: ${shown(to)}, as before.`
    : `${example.subject}: ${shown(from)} before, ${shown(to)} after.`
}
