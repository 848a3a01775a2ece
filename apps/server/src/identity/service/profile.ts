import type { Activation } from '@glasshouse/core/ai/rules'
import type { CustomerProfile } from '@glasshouse/core/identity/profile/codec'
import type { AccountPauseReason } from '@glasshouse/core/identity/rules'
import type { Language } from '@glasshouse/core/wire/languages'
import { activationOf } from '../../customers/records/index.ts'
import { findLetterWord } from '../../notifications/index.ts'
import type { Db } from '../../platform/database/index.ts'
import { selectProfile } from '../store/customers.ts'

/** The profile of a customer, what changes with time alone, and the language for messages. */
export type Profile = {
  readonly info: CustomerProfile
  readonly activation: Activation
  /** The newest pause of sending and digital withdrawals, over or not. */
  readonly pause: { readonly pauseUntilMs: number | null; readonly pauseReason: AccountPauseReason | null }
  readonly lang: Language
}

/** The profile of a customer who exists. */
export const getProfile = async (db: Db, uid: number): Promise<Profile> => {
  const found = await selectProfile(db, uid)
  if (found === undefined) throw new Error(`there is no customer ${uid}`)
  return {
    lang: found.lang,
    activation: activationOf(found),
    pause: { pauseUntilMs: found.pause_until_ms, pauseReason: found.pause_reason },
    info: {
      uid: found.uid,
      username: found.username,
      email: found.email ?? '',
      phone: found.phone ?? '',
      isEmailProven: found.email_proven_ms !== null,
      isPhoneProven: found.phone_proven_ms !== null,
      avatar: found.avatar,
      activationCode: found.activation_code,
      creditScore: found.credit_score,
      hasWithdrawPassword: found.has_withdraw_password === true,
      letterWord: (await findLetterWord(db, uid)) ?? '',
      hasTwoStep: found.has_two_step,
      recoveryCodes: found.recovery_codes,
      hidesIdentityCheck: found.kyc_switch === 1,
      canSendToOthers: found.transfer_switch === 2,
      hasBoughtExperience: found.experience === 1,
      isIntroducingBroker: found.ib === 1,
    },
  }
}
