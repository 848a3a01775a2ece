import type { RequestOf } from '@glasshouse/core/calls'
import { isEmail, isPhoneOf } from '@glasshouse/core/identity/rules'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { type RecipientKind, recipientToWire, transferToUserToWire } from '@glasshouse/core/wallets/codec'
import { judgeInternalTransfer } from '@glasshouse/core/wallets/judge'
import { firstThatPasses } from '@glasshouse/ui/firstThatPasses'
import { readAmount } from '../../components/amountInput.ts'
import { wirePhone } from '../../components/dialCodes.ts'

export type SendForm = {
  /** How the other customer is named. */
  readonly way: RecipientKind
  readonly email: string
  readonly uid: string
  readonly dialCode: string
  readonly number: string
  readonly amount: string
  readonly password: string
}
export type SendField = 'account' | 'amount' | 'password'

/** The account as it travels: a phone with its country code in front. */
const accountOf = ({ way, email, uid, dialCode, number }: SendForm): string =>
  way === 'phone' ? wirePhone(dialCode, number) : (way === 'email' ? email : uid).trim()

const accountFits = (form: SendForm): boolean => {
  const account = accountOf(form)
  if (form.way === 'uid') return /^[1-9]\d{0,14}$/.test(account)
  return form.way === 'email' ? isEmail(account) : isPhoneOf(form.dialCode, account)
}

export type SendPlan = {
  readonly amount: Usdt | null
  readonly mistakes: Readonly<Partial<Record<SendField, 'missing' | 'wrong' | 'low'>>>
  /** The question who that is, and the sending itself; null while something is wrong. */
  readonly recipient: RequestOf<'/api/user/transferRecipient'> | null
  readonly request: RequestOf<'/api/user/internalTransfer'> | null
}

/** A pause is shown in place of the form. */
const isAccepted = (amount: Usdt, has: Usdt): boolean =>
  judgeInternalTransfer({ pause: null, available: has }, amount).plan !== null

const amountMistake = (read: ReturnType<typeof readAmount>, has: Usdt): SendPlan['mistakes']['amount'] => {
  if (read.kind === 'empty') return 'missing'
  if (read.kind === 'wrong') return 'wrong'
  return isAccepted(read.amount, has) ? undefined : 'low'
}

/** All of the wallet, as the field takes it; null where there is nothing to send. */
export const allToSend = (has: Usdt): string | null => {
  const all = firstThatPasses([has], (amount) => isAccepted(amount, has))
  return all === null ? null : formatUsdt(all)
}

/** What sending USDT to another customer would do, from what is typed and what the wallet holds. */
export const validateInternalTransfer = (form: SendForm, has: Usdt): SendPlan => {
  const read = readAmount(form.amount)
  const amount = read.kind === 'amount' ? read.amount : null
  const mistake = amountMistake(read, has)
  const mistakes: SendPlan['mistakes'] = {
    ...(accountFits(form) ? {} : { account: 'wrong' }),
    ...(mistake === undefined ? {} : { amount: mistake }),
    ...(form.password === '' ? { password: 'missing' } : {}),
  }
  if (amount === null || Object.keys(mistakes).length > 0)
    return { amount, mistakes, recipient: null, request: null }
  const to = { kind: form.way, account: accountOf(form) }
  return {
    amount,
    mistakes,
    recipient: recipientToWire(to),
    request: transferToUserToWire({ to, amount, withdrawPassword: form.password }),
  }
}

const places: Readonly<Record<number, SendField>> = {
  1005: 'account',
  1007: 'password',
  2001: 'amount',
  2002: 'amount',
}

/** The field a refusal is about, so that the server's words stand beside it; null when it is about none. */
export const placeOfSendRefusal = (
  refusal: { readonly retCode: number; readonly data: Readonly<Record<string, unknown>> } | null,
): SendField | null => {
  if (refusal === null) return null
  // Oneself is a recipient of the wrong kind, everything else of a state is about no field.
  if (refusal.data.reason === 'self') return 'account'
  return places[refusal.retCode] ?? null
}
