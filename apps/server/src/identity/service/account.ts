import { domainError } from '@glasshouse/core/errors/registry'
import { type ChangeProfileCommand, profileFieldToWire } from '@glasshouse/core/identity/profile/codec'
import { isLetterWord, isUsername } from '@glasshouse/core/identity/rules'
import { readEmail, readPhone, readPhoneOf } from '../../customers/addresses/index.ts'
import { findLetterWord, upsertLetterWord } from '../../notifications/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { type CustomerChange, selectProfile, updateCustomer } from '../store/customers.ts'
import { changeAddress, checkAddressCode, countAddress, type WantedAddress } from './addressChange.ts'
import { lockOpenCustomer } from './openCustomer.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

const malformed = (field: Parameters<typeof profileFieldToWire>[0]) =>
  domainError('invalidField', { field: profileFieldToWire(field) })

const readWanted = ({ email, phone, dialCode }: ChangeProfileCommand): WantedAddress | null => {
  if (email !== undefined && phone !== undefined) throw malformed('phone')
  if (email !== undefined) {
    const address = readEmail(email)
    if (address === null) throw malformed('email')
    return { kind: 'email', address }
  }
  if (phone === undefined) return null
  const address = dialCode === '' ? readPhone(phone) : readPhoneOf(dialCode, phone)
  if (address === null) throw malformed('phone')
  return { kind: 'phone', address }
}

const readName = (raw: string | undefined): string | undefined => {
  const name = raw?.normalize('NFC')
  if (name !== undefined && !isUsername(name)) throw malformed('username')
  return name
}

const readLetterWord = (raw: string | undefined): string | undefined => {
  const word = raw?.normalize('NFC').trim()
  if (word !== undefined && word !== '' && !isLetterWord(word)) throw malformed('letterWord')
  return word
}

/**
 * Changes the profile of a customer: e-mail address or phone, username, avatar, anti-phishing word. A new address
 * needs the code that was sent to it; the old one receives a message with a link that undoes the change.
 *
 * Throws 1001 (with `field`), 1008, 2003 when nothing is different, 1009 for a taken address, and 1004 after five new
 * addresses in a day.
 */
export const changeProfile = async (
  deps: Deps,
  uid: number,
  command: ChangeProfileCommand,
  requireStepUp: () => Promise<'password' | 'secondFactor'>,
): Promise<void> => {
  const requested = readWanted(command)
  const username = readName(command.username)
  const letterWord = readLetterWord(command.letterWord)
  const profile = requested === null ? undefined : await selectProfile(deps.database.db, uid)
  const wanted = requested === null || profile?.[requested.kind] === requested.address ? null : requested
  const confirmedBy = wanted === null ? null : await requireStepUp()
  if (wanted !== null) await countAddress(deps, uid)
  const code = wanted === null ? null : await checkAddressCode(deps, wanted, command.code)
  await transact(deps.database.db, async (tx) => {
    const kept = await lockOpenCustomer(tx, uid)
    const change: CustomerChange = {
      ...(username === undefined || username === kept.username ? {} : { username }),
      ...(command.avatar === undefined || command.avatar === kept.avatar ? {} : { avatar: command.avatar }),
    }
    const isNewWord = await changeLetterWord(tx, uid, letterWord)
    if (Object.keys(change).length === 0 && !isNewWord && wanted === null) throw domainError('invalidState')
    if (Object.keys(change).length > 0) await updateCustomer(tx, uid, change)
    if (wanted !== null && code !== null && confirmedBy !== null)
      await changeAddress(deps, tx, kept, { ...wanted, code }, confirmedBy)
  })
}

/** Sets the word of the customer's letters, empty for none; returns whether it changed. */
const changeLetterWord = async (tx: Tx, uid: number, wanted: string | undefined): Promise<boolean> => {
  if (wanted === undefined || wanted === ((await findLetterWord(tx, uid)) ?? '')) return false
  await upsertLetterWord(tx, uid, wanted === '' ? null : wanted)
  return true
}
