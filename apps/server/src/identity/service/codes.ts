import { sendLimits } from '@glasshouse/core/access/attempts'
import { dayMs, hourMs } from '@glasshouse/core/calendar/durations'
import { domainError } from '@glasshouse/core/errors/registry'
import { identityFieldToWire } from '@glasshouse/core/identity/codec'
import {
  type CodePurpose,
  codeLifeMs,
  isVerificationCode,
  maxCodeAttempts,
  resendWaitSeconds,
} from '@glasshouse/core/identity/rules'
import type { Language } from '@glasshouse/core/wire/languages'
import { attemptKey, incrementAttempts, listAttempts, tooManyAttempts } from '../../access/attempts/index.ts'
import { type Address, queueVerificationCode } from '../../notifications/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import { addressKey } from '../../platform/limits/index.ts'
import { randomDigits, randomToken, sameSecret, sha256 } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { countAttempt, findCodeTimes, updateCodeUsed, upsertCode } from '../store/codes.ts'
import { findLogin } from '../store/customers.ts'
import { verifyCaptcha } from './captcha.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/** Codes to one address for one purpose within a day; practice mode has to bear tests. */
const codesADay = { practice: 1000, live: 20 } as const

const hashOf = (salt: string, address: string, purpose: CodePurpose, code: string): string =>
  sha256(`${salt}\n${purpose}\n${address}\n${code}`)

/** Who wants a code where, and what for. */
export type CodeRequest = {
  readonly to: Address
  readonly purpose: CodePurpose
  readonly lang: Language
  readonly ip: string
  /** A solved captcha, once one is asked for. */
  readonly captcha?: string | undefined
}

const wrongTriesOf = ({ recipient }: Address): string => attemptKey('codeWrong', recipient)

/**
 * Sends a six-digit code to an address and returns the seconds until the next may be asked for. Codes for
 * resetting go to addresses that an account has proven, but the answer is the same for all; those of status 3 are
 * for signed-in customers, as the route sees to. Refuses 1004 within the wait and
 * beyond the caps of a day, and 1001 (`code`) where a captcha is owed.
 */
export const sendVerifyCode = async (deps: Deps, request: CodeRequest): Promise<{ wait: number }> => {
  const { to, purpose, lang } = request
  const atMs = deps.clock.now()
  const wait = resendWaitSeconds[purpose]
  const perWindow = codesADay[deps.settings.MODE]
  const code = randomDigits(6)
  const salt = randomToken(16)
  await transact(deps.database.db, async (tx) => {
    const kept = {
      address: to.recipient,
      purpose,
      salt,
      codeHash: hashOf(salt, to.recipient, purpose, code),
      atMs,
      expiresMs: atMs + codeLifeMs,
    }
    const limits = { waitMs: wait * 1000, windowMs: dayMs, perWindow }
    if (!(await upsertCode(tx, kept, limits))) throw await tooEarly(tx, to, purpose, atMs, wait, perWindow)
    await countSending(deps, tx, request, atMs)
    const found = await findLogin(tx, to.channel === 'email' ? 'email' : 'phone', to.recipient)
    if (purpose !== 2 || found !== null)
      await queueVerificationCode(deps, tx, atMs, to, lang, code, codeLifeMs / 60_000, found?.uid ?? null)
  })
  return { wait }
}

/** Counts a code that is sent; refuses 1004 for an address at its cap and 1001 for a captcha that is owed. */
const countSending = async (deps: Deps, tx: Tx, { to, ip, captcha }: CodeRequest, atMs: number) => {
  const limits = sendLimits[deps.settings.MODE]
  const address = addressKey(ip)
  const day = { key: attemptKey('codesADay', address), windowMs: dayMs }
  const addressHour = { key: attemptKey('codesAnHour', address), windowMs: hourMs }
  const recipientHour = { key: attemptKey('codesTo', to.recipient), windowMs: hourMs }
  const keys = [day.key, addressHour.key, recipientHour.key, wrongTriesOf(to)]
  const [aDay, fromHere, toHim, wrong] = await listAttempts(tx, atMs, keys)
  if (!aDay || !fromHere || !toHim || !wrong) throw new Error('a count has no answer')
  if (aDay.count >= limits.addressADay) throw tooManyAttempts(aDay.startedMs + dayMs - atMs)
  const isCaptchaRequired =
    fromHere.count >= limits.addressAnHour ||
    toHim.count >= limits.recipientAnHour ||
    wrong.count >= limits.wrongTries
  if (isCaptchaRequired && !(await verifyCaptcha(deps, tx, captcha)))
    throw domainError('invalidField', { field: identityFieldToWire('captcha') })
  await incrementAttempts(tx, atMs, [day, addressHour, recipientHour])
}

const tooEarly = async (
  tx: Tx,
  to: Address,
  purpose: CodePurpose,
  atMs: number,
  wait: number,
  perWindow: number,
) => {
  const times = await findCodeTimes(tx, to.recipient, purpose)
  if (times === undefined) throw new Error('a code was refused for an address that has none')
  const again =
    times.window_count >= perWindow
      ? Math.max(times.window_ms + dayMs, times.sent_ms + wait * 1000)
      : times.sent_ms + wait * 1000
  return tooManyAttempts(again - atMs)
}

/** A code that was right; `consumeCode` spends it together with what it was for. */
export type VerifiedCode = {
  readonly address: string
  readonly purpose: CodePurpose
  readonly codeHash: string
}

/**
 * Tries a code. The try counts even when everything after it is refused, so it is a story of its own.
 * Refuses 1001 for what is not six digits and 1008 for a wrong, used, replaced, expired or five times tried one.
 */
export const checkCode = async (
  db: Db,
  atMs: number,
  to: Address,
  purpose: CodePurpose,
  code: string,
): Promise<VerifiedCode> => {
  if (!isVerificationCode(code)) throw domainError('invalidField', { field: identityFieldToWire('code') })
  const kept = await countAttempt(db, to.recipient, purpose, atMs, maxCodeAttempts)
  if (kept === undefined || !sameSecret(kept.code_hash, hashOf(kept.salt, to.recipient, purpose, code))) {
    await incrementAttempts(db, atMs, [{ key: wrongTriesOf(to), windowMs: hourMs }])
    throw domainError('invalidVerificationCode')
  }
  return { address: to.recipient, purpose, codeHash: kept.code_hash }
}

/** Consumes a verified code in the transaction of the command it confirms. Throws 1008 if another request consumed it first. */
export const consumeCode = async (tx: Tx, atMs: number, code: VerifiedCode): Promise<void> => {
  if (!(await updateCodeUsed(tx, code.address, code.purpose, code.codeHash, atMs)))
    throw domainError('invalidVerificationCode')
}
