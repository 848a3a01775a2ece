import type { ContentFields, ContentKind } from '@glasshouse/core/content/records'
import { type TaskId, taskChecks, taskIdOf } from '@glasshouse/core/rewards/rules'
import type { Language } from '@glasshouse/core/wire/languages'
import { formatAmount } from '../../formatters.ts'
import { tagOf } from '../../words/languageNames.ts'

const checkWords: Readonly<Record<(typeof taskChecks)[TaskId], string>> = {
  reading: 'the server sees that the introduction was read',
  picture: 'staff review a screenshot',
  depositAndProduct: 'the books show a deposit above 1,000 USDT and a product',
  invitations: 'two invited customers registered',
}

/** How a task is checked; not configurable by staff. */
export const checkText = (id: string): string => {
  const task = taskIdOf(id)
  return task === null ? '' : checkWords[taskChecks[task]]
}

const amount = (text: string | undefined): string => (text ? `${formatAmount(text)} USDT` : '?')

/** One-line summary of a record of figures; empty for kinds that have only texts. */
export const termsText = (kind: ContentKind, fields: ContentFields): string => {
  const { id, money, streakMoney, minAssets, maxAssets, times = '?', dialCode = '' } = fields
  if (kind === 'country') return `+${dialCode}`
  if (kind === 'task') return `Task ${id ?? '?'}: ${amount(money)}`
  if (kind === 'aiRule') return `${fields.trades ?? '?'} trades at ${fields.leverages ?? '?'} times`
  if (kind !== 'signinRule') return ''
  if (fields.part === 'total') return `${times} sign-ins: ${amount(money)}, once`
  return `Assets from ${amount(minAssets)} to below ${amount(maxAssets)}: ${amount(money)} a day, ${amount(streakMoney)} from ${times} days in a row on`
}

/** Standard name of a country, if the record has no own name. */
export const countryName = (code: string, lang: Language): string => {
  if (!/^[A-Z]{2}$/.test(code)) return ''
  return new Intl.DisplayNames([tagOf(lang)], { type: 'region' }).of(code) ?? code
}
